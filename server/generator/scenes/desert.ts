import type { Palette } from '../catalogue/schema.ts';
import type { Random } from '../random.ts';
import { dots } from './nature.ts';
import { layoutOf, type Scene } from './scene.ts';
import { BLEED, cover, linear, radial, repeat, round } from './svg.ts';

/** A dune with a sharp crest, a lit side and a shaded side. */
function dune(random: Random, y: number, index: number): string {
  const peakX = random.between(120, 650);
  const peak = y - random.between(50, 110);
  const foot = round(y + random.between(10, 40));
  const lit = `M${-BLEED} ${foot}C${round(peakX * 0.4)} ${round(y)} ${round(peakX - 120)} ${round(peak + 14)} ${round(peakX)} ${round(peak)}`;
  const down = `C${round(peakX + 130)} ${round(peak + 30)} ${round(peakX + 240)} ${round(y + 10)} 816 ${round(y + 26)}`;
  // The path of the crest, from the bottom up to the peak.
  const crest = `C${round(peakX - 60)} ${round(peak + 170)} ${round(peakX + 40)} ${round(peak + 90)} ${round(peakX)} ${round(peak)}`;

  return (
    `<path d="${lit}${down}V1072H${-BLEED}Z" fill="url(#sand${index})"/>` +
    `<path d="M${round(peakX)} ${round(peak)}${down}V1072H${round(peakX + 60)}${crest}Z" fill="url(#shade)" opacity="${(0.35 + index * 0.1).toFixed(2)}"/>`
  );
}

function camels(random: Random, y: number, colour: string): string {
  const start = random.chance(0.5) ? random.between(60, 110) : random.between(560, 600);
  const camel =
    'M-18 0V-16C-18 -24 -12 -26 -9 -33C-6 -38 -3 -33 -1 -28C1 -34 5 -38 7 -31C9 -26 13 -25 15 -29C18 -34 17 -42 20 -44L28 -42L27 -38L23 -37C23 -28 20 -20 15 -18V0H12V-15H-12L-15 0Z';

  return repeat(4, index => {
    const place = `${round(start + index * 46)} ${round(y - index * 3)}`;
    return `<path transform="translate(${place}) scale(.8)" d="${camel}" fill="${colour}"/>`;
  });
}

function draw(palette: Palette<'desert'>, random: Random): Scene {
  const { sky, sun, sand, shade } = palette;
  const side = random.chance(0.5) ? 1 : -1;
  const sunX = round(384 + side * random.between(170, 230));
  const sunY = round(random.between(150, 230));

  return {
    defs:
      linear('sky', [0, sky[0]], [0.42, sky[1]], [0.66, sky[2]]) +
      [0, 1, 2, 3]
        .map(index => linear(`sand${index}`, [0, sand[0]], [0.3 + index * 0.1, sand[1]], [1, shade]))
        .join('') +
      linear('shade', [0, shade, 0.9], [0.6, shade, 0.2], [1, shade, 0]) +
      radial('halo', [0, sun, 0.7], [0.42, sun, 0.6], [1, sun, 0]) +
      radial('haze', [0, sky[2], 0.5], [1, sky[2], 0]),
    back:
      cover('fill="url(#sky)"') +
      dots(random, palette.stars, {
        colours: ['#ffffff'],
        radius: [0.5, 1.8],
        opacity: [0.3, 1],
        y: [0, 520],
      }) +
      `<circle cx="${sunX}" cy="${sunY}" r="270" fill="url(#halo)"/><circle cx="${sunX}" cy="${sunY}" r="74" fill="${sun}"/>` +
      `<g>${dune(random, 560, 0)}${camels(random, 548, shade)}${dune(random, 640, 1)}</g>` +
      `<ellipse cx="384" cy="640" rx="560" ry="90" fill="url(#haze)"/>` +
      `<g>${dune(random, 740, 2)}${dune(random, 860, 3)}</g>`,
    front:
      `<path d="M${-BLEED} 974C${round(384 - side * 220)} 946 ${round(384 + side * 120)} 1016 816 966V1072H${-BLEED}Z" fill="url(#sand0)"/>` +
      dots(random, 34, {
        soft: true,
        colours: [sun, sand[0]],
        radius: [1.5, 6],
        opacity: [0.25, 0.7],
        y: [560, 1030],
      }),
    slot: { x: 384, y: 440, eyes: 112 },
    light: {
      saturation: 0.96,
      tint: sky[2],
      tintShare: 0.14,
      shadow: shade,
      fromX: side * 0.2,
      fromY: -0.06,
      rim: sun,
    },
  };
}

/** Dunes with a caravan on the horizon. */
export const desertLayout = layoutOf('desert', { technique: 'poster', material: 'none' }, draw);
