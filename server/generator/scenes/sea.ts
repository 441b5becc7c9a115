import { dots, hills } from './nature.ts';
import type { Random } from './random.ts';
import { layoutOf, type Named, PIC, type Scene } from './scene.ts';
import { BLEED, blur, cover, linear, radial, repeat, round, through } from './svg.ts';

interface Palette extends Named {
  sky: [string, string, string];
  sun: string;
  cloud: string;
  sea: [string, string];
  island: string;
}

const HORIZON = 610;

const palettes: Palette[] = [
  {
    title: { en: 'Sunset over the sea', zh: '海上落日' },
    colour: '#f39a6b',
    sky: ['#4b5fa8', '#f08a7a', '#ffd08a'],
    sun: '#fff3c4',
    cloud: '#ffc2a3',
    sea: ['#f2a06b', '#2f3f78'],
    island: '#5a4a78',
  },
  {
    title: { en: 'Morning bay', zh: '晨光海湾' },
    colour: '#9fd3e0',
    sky: ['#6fb7e6', '#c8ecf4', '#fff1d6'],
    sun: '#ffffff',
    cloud: '#ffffff',
    sea: ['#bfe9e6', '#2f8ba6'],
    island: '#6fa3b4',
  },
  {
    title: { en: 'Rose tide', zh: '玫瑰潮汐' },
    colour: '#e9a3b8',
    sky: ['#8a76c2', '#f0a2bf', '#ffe0d0'],
    sun: '#fff6e6',
    cloud: '#ffd3e0',
    sea: ['#f3b3bf', '#6a5aa0'],
    island: '#8a6ea0',
  },
  {
    title: { en: 'Moon on the water', zh: '海上明月' },
    colour: '#28446f',
    sky: ['#081430', '#1b3765', '#5b7ba6'],
    sun: '#f7f8ea',
    cloud: '#7d97bd',
    sea: ['#5f80a8', '#0a1a38'],
    island: '#13284a',
  },
  {
    title: { en: 'Golden harbour', zh: '鎏金渔港' },
    colour: '#e0a63c',
    sky: ['#b8622e', '#f0a63c', '#ffe7a6'],
    sun: '#fffbe0',
    cloud: '#ffd98c',
    sea: ['#f3c25e', '#6e3a28'],
    island: '#7a4a30',
  },
];

function clouds(random: Random, colour: string): string {
  return repeat(16, () => {
    const y = random.between(60, HORIZON - 60);
    const width = random.between(90, 320) * (1.2 - y / 1000);

    return (
      `<ellipse cx="${round(random.between(-40, 808))}" cy="${round(y)}" rx="${round(width)}" ` +
      `ry="${round(random.between(8, 22))}" fill="${colour}" opacity="${random.between(0.2, 0.6).toFixed(2)}"/>`
    );
  });
}

/** Light on the waves: many short strokes below the sun, fewer at the sides. */
function glints(random: Random, sunX: number, colour: string): string {
  return repeat(190, () => {
    const depth = random.next() ** 1.4;
    const y = HORIZON + 6 + depth * 420;
    const spread = 60 + depth * 260;
    const x = sunX + (random.next() + random.next() - 1) * spread;
    const length = random.between(8, 26) + depth * 60;

    return (
      `<path d="M${round(x - length / 2)} ${round(y)}h${round(length)}" stroke="${colour}" ` +
      `stroke-width="${round(1.4 + depth * 3.4)}" opacity="${random.between(0.25, 0.85).toFixed(2)}"/>`
    );
  });
}

function gulls(random: Random, colour: string): string {
  return repeat(5, () => {
    const place = `translate(${round(random.between(60, 700))} ${round(random.between(110, 330))})`;
    const size = random.between(0.7, 1.5).toFixed(2);
    return `<path transform="${place} scale(${size})" d="M-20 0Q-10 -12 0 0Q10 -12 20 -2" fill="none" stroke="${colour}" stroke-width="3" stroke-linecap="round"/>`;
  });
}

function draw(palette: Palette, random: Random): Scene {
  const { sky, sun, sea } = palette;
  const side = random.chance(0.5) ? 1 : -1;
  const sunX = round(384 + side * random.between(150, 220));
  const sunY = HORIZON - random.between(90, 190);
  const islands = through(hills(random, { y: HORIZON - 14, height: 34, waves: 1.3 }));

  return {
    defs:
      linear('sky', [
        [0, sky[0]],
        [0.36, sky[1]],
        [0.6, sky[2]],
      ]) +
      linear('sea', [
        [0, sea[0]],
        [1, sea[1]],
      ]) +
      radial('halo', [
        [0, sun, 0.9],
        [0.3, sun, 0.35],
        [1, sun, 0],
      ]) +
      blur('cloud', 9) +
      blur('soft', 1.4) +
      blur('near', 9),
    back:
      cover('fill="url(#sky)"') +
      `<g filter="url(#cloud)">${clouds(random, palette.cloud)}</g>` +
      `<circle cx="${sunX}" cy="${round(sunY)}" r="330" fill="url(#halo)"/>` +
      `<circle cx="${sunX}" cy="${round(sunY)}" r="66" fill="${sun}"/>` +
      gulls(random, palette.island) +
      `<g filter="url(#soft)"><path d="${islands}V${HORIZON + 4}H${-BLEED}Z" fill="${palette.island}" opacity=".75"/>` +
      `<rect x="${-BLEED}" y="${HORIZON}" width="${PIC.width + 2 * BLEED}" height="500" fill="url(#sea)"/>` +
      `<g stroke-linecap="round">${glints(random, sunX, sun)}</g></g>`,
    front:
      `<circle cx="${sunX}" cy="${round(sunY)}" r="520" fill="url(#halo)" opacity=".28"/><g filter="url(#near)">` +
      dots(random, 16, {
        colours: [sun, palette.cloud],
        radius: [8, 30],
        opacity: [0.16, 0.4],
        y: [840, 1050],
      }) +
      `</g>`,
    slot: { x: 384, y: 436, eyes: 114 },
    light: {
      face: palette.sky[0] === '#081430' ? 148 : 178,
      saturation: 0.98,
      contrast: 1.03,
      tint: sky[1],
      tintShare: 0.16,
      shadow: sky[0],
      fromX: side * 0.2,
      fromY: 0,
      rim: sun,
    },
    finish: { paint: { radius: 2, detail: 0.85 }, vignette: 0.25, grain: 3 },
  };
}

/** A low sun above the water, gulls and glitter. */
export const seaLayout = layoutOf('sea', { hand: 'pencil', material: 'none' }, palettes, draw);
