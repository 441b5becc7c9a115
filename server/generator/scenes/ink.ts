import type { Palette } from '../catalogue/schema.ts';
import type { Random } from '../random.ts';
import { mix } from './colour.ts';
import { blossom, growBranch, land, ridge, strew } from './nature.ts';
import { layoutOf, type Scene } from './scene.ts';
import { cover, linear, radial, radialAt, repeat, round } from './svg.ts';

const MOUNTAINS = 5;
const PETAL = 'M0 0C-7 -5 -7 -14 0 -17C7 -14 7 -5 0 0Z';

function mountains(random: Random): string {
  return repeat(MOUNTAINS, index => {
    const line = ridge(random, { y: 480 + index * 95, height: 320 - index * 40, roughness: 0.54 });
    return `<path d="${land(line)}" fill="url(#mountain${index})"/>`;
  });
}

function birds(random: Random, colour: string): string {
  const x = random.between(470, 600);
  const y = random.between(250, 330);

  return repeat(5, index => {
    const place = `${round(x + index * random.between(22, 34))} ${round(y - index * random.between(4, 14))}`;
    return `<path d="M${place}q7 -8 12 0q6 -8 13 -2" fill="none" stroke="${colour}" stroke-width="2.2" stroke-linecap="round"/>`;
  });
}

function seal(colour: string, paper: string): string {
  return (
    `<g transform="translate(690 846) scale(.9)"><rect width="44" height="92" rx="5" fill="${colour}" opacity=".9"/>` +
    `<path d="M10 14H34M22 14V40M11 27H33M10 54H34V82H10ZM10 68H34" stroke="${paper}" stroke-width="3.6" fill="none"/></g>`
  );
}

function draw(palette: Palette<'ink'>, random: Random): Scene {
  const { paper, ink, sun, blooms } = palette;
  const sunX = round(random.between(150, 260));
  const bough = growBranch(
    random,
    { x: 810, y: random.between(60, 130), angle: Math.PI * 0.93, length: 240, width: 13 },
    '#2b2422',
  );
  const flowers = bough.tips.map(tip =>
    blossom(tip, {
      size: random.between(0.75, 1.5),
      turn: random.between(0, 360),
      colour: random.chance(0.7) ? blooms[0] : blooms[1],
      core: palette.core,
    }),
  );
  const washes = Array.from({ length: MOUNTAINS }, (_, index) =>
    linear(
      `mountain${index}`,
      [0, ink, 0.14 + index * 0.12],
      [0.38, ink, 0.03 + index * 0.03],
      [1, paper, 0.9],
    ),
  );

  return {
    defs:
      radialAt('paper', 'cx="50%" cy="38%" r="75%"', [0, '#fffaf0'], [1, paper]) +
      washes.join('') +
      radial('mist', [0, '#ffffff', 0.7], [0.5, '#ffffff', 0.4], [1, '#ffffff', 0]) +
      linear('fade', [0, paper, 0], [1, paper, 0.85]),
    back:
      cover('fill="url(#paper)"') +
      `<circle cx="${sunX}" cy="235" r="112" fill="${sun}" fill-opacity=".88"/>` +
      birds(random, ink) +
      `<g>${mountains(random)}</g>` +
      `<ellipse cx="380" cy="570" rx="500" ry="96" fill="url(#mist)"/>` +
      `<ellipse cx="180" cy="720" rx="450" ry="104" fill="url(#mist)"/>` +
      bough.svg +
      flowers.join(''),
    front:
      `<rect x="-48" y="880" width="864" height="192" fill="url(#fade)"/>` +
      strew(random, 15, PETAL, { colours: blooms, size: [0.6, 1.5], opacity: [0.5, 0.85], y: [320, 1010] }) +
      seal(sun === '#fdf6df' ? '#b8402f' : sun, '#fffaf0'),
    slot: { x: 400, y: 440, eyes: 110 },
    light: {
      saturation: 0.62,
      // Use about half the paper's brightness for the tint, because #808080 means neutral light.
      tint: mix(paper, '#000000', 0.43),
      tintShare: 0.35,
      shadow: ink,
      fromX: -0.12,
      fromY: -0.05,
    },
  };
}

/** A scroll painting with mountains in mist, a sun and a flowering branch. */
export const inkLayout = layoutOf('ink', { technique: 'ink', material: 'paper' }, draw);
