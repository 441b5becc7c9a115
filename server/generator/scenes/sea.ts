import type { Palette } from '../catalogue/schema.ts';
import type { Random } from '../random.ts';
import { dots, hills } from './nature.ts';
import { layoutOf, PIC, type Scene } from './scene.ts';
import { BLEED, cover, linear, radial, repeat, round, through } from './svg.ts';

const HORIZON = 610;

function clouds(random: Random): string {
  return repeat(16, () => {
    const y = random.between(60, HORIZON - 60);
    const width = random.between(90, 320) * (1.2 - y / 1000);

    return (
      `<ellipse cx="${round(random.between(-40, 808))}" cy="${round(y)}" rx="${round(width)}" ` +
      `ry="${round(random.between(14, 38))}" fill="url(#cloud)" fill-opacity="${random.between(0.2, 0.6).toFixed(2)}"/>`
    );
  });
}

/** Glitter on the waves: many short strokes below the sun, fewer at the sides. */
function glints(random: Random, sunX: number, colour: string): string {
  return repeat(190, () => {
    const depth = random.next() ** 1.4;
    const y = HORIZON + 6 + depth * 420;
    const spread = 60 + depth * 260;
    const x = sunX + (random.next() + random.next() - 1) * spread;
    const length = random.between(8, 26) + depth * 60;

    return (
      `<path d="M${round(x - length / 2)} ${round(y)}h${round(length)}" stroke="${colour}" ` +
      `stroke-width="${round(1.4 + depth * 3.4)}" stroke-opacity="${random.between(0.25, 0.85).toFixed(2)}"/>`
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

function draw(palette: Palette<'sea'>, random: Random): Scene {
  const { sky, sun, sea } = palette;
  const side = random.chance(0.5) ? 1 : -1;
  const sunX = round(384 + side * random.between(150, 220));
  const sunY = HORIZON - random.between(90, 190);
  const islands = through(hills(random, { y: HORIZON - 14, height: 34, waves: 1.3 }));

  return {
    defs:
      linear('sky', [0, sky[0]], [0.36, sky[1]], [0.6, sky[2]]) +
      linear('sea', [0, sea[0]], [1, sea[1]]) +
      radial('halo', [0, sun, 0.9], [0.3, sun, 0.35], [1, sun, 0]) +
      radial('cloud', [0, palette.cloud], [0.5, palette.cloud, 0.6], [1, palette.cloud, 0]),
    back:
      cover('fill="url(#sky)"') +
      clouds(random) +
      `<circle cx="${sunX}" cy="${round(sunY)}" r="330" fill="url(#halo)"/>` +
      `<circle cx="${sunX}" cy="${round(sunY)}" r="66" fill="${sun}"/>` +
      gulls(random, palette.island) +
      `<g><path d="${islands}V${HORIZON + 4}H${-BLEED}Z" fill="${palette.island}" opacity=".75"/>` +
      `<rect x="${-BLEED}" y="${HORIZON}" width="${PIC.width + 2 * BLEED}" height="500" fill="url(#sea)"/>` +
      `<g stroke-linecap="round">${glints(random, sunX, sun)}</g></g>`,
    front:
      `<circle cx="${sunX}" cy="${round(sunY)}" r="520" fill="url(#halo)" opacity=".28"/>` +
      dots(random, 16, {
        soft: true,
        colours: [sun, palette.cloud],
        radius: [8, 30],
        opacity: [0.16, 0.4],
        y: [840, 1050],
      }),
    slot: { x: 384, y: 436, eyes: 114 },
    light: {
      saturation: 0.98,
      tint: sky[1],
      tintShare: 0.16,
      shadow: sky[0],
      fromX: side * 0.2,
      fromY: 0,
      rim: sun,
    },
  };
}

export const seaLayout = layoutOf('sea', { technique: 'oil', material: 'brush' }, draw);
