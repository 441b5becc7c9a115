import type { Palette } from '../catalogue/schema.ts';
import type { Random } from '../random.ts';
import { blossom, dots, growBranch, strew } from './nature.ts';
import { layoutOf, type Scene } from './scene.ts';
import { cover, linear, radial } from './svg.ts';

const PETAL = 'M0 0C-8 -5 -8 -15 -2 -18L0 -16L2 -18C8 -15 8 -5 0 0Z';

function draw(palette: Palette<'blossom'>, random: Random): Scene {
  const sunX = random.between(470, 640);
  const boughs = [
    growBranch(
      random,
      { x: -30, y: random.between(60, 160), angle: 0.25, length: 230, width: 15 },
      palette.bark,
    ),
    growBranch(
      random,
      { x: 800, y: random.between(0, 80), angle: Math.PI * 0.85, length: 210, width: 13 },
      palette.bark,
    ),
  ];
  const flowers = boughs
    .flatMap(bough => bough.tips)
    .map(tip =>
      blossom(tip, {
        size: random.between(0.9, 2),
        turn: random.between(0, 360),
        colour: random.pick(palette.petals),
        core: palette.core,
      }),
    );

  return {
    defs:
      linear('sky', [0, palette.sky[0]], [0.55, palette.sky[1]], [1, palette.sky[2]]) +
      radial('sun', [0, '#ffffff', 0.95], [1, '#ffffff', 0]) +
      radial('flare', [0, palette.glow, 0.2], [1, palette.glow, 0]),

    back:
      cover('fill="url(#sky)"') +
      dots(random, 110, {
        soft: true,
        colours: palette.petals,
        radius: [14, 60],
        opacity: [0.12, 0.42],
        y: [-20, 420],
      }) +
      dots(random, 80, {
        soft: true,
        colours: [...palette.leaves, ...palette.petals],
        radius: [14, 60],
        opacity: [0.15, 0.45],
        y: [600, 1040],
      }) +
      `<ellipse cx="${sunX}" cy="210" rx="420" ry="360" fill="url(#sun)"/>` +
      `<g>${boughs.map(bough => bough.svg).join('')}${flowers.join('')}</g>`,
    front:
      `<ellipse cx="${sunX + 60}" cy="80" rx="520" ry="430" fill="url(#flare)"/>` +
      dots(random, 15, {
        soft: true,
        colours: palette.petals,
        radius: [40, 90],
        opacity: [0.5, 0.75],
        y: [930, 1060],
      }) +
      strew(random, 22, PETAL, { colours: palette.petals, size: [0.5, 1.4], opacity: [0.7, 0.95] }) +
      strew(random, 7, PETAL, {
        colours: palette.petals,
        size: [1.8, 3],
        opacity: [0.6, 0.85],
        y: [640, 1000],
      }),
    slot: { x: 384, y: 430, eyes: 112 },
    light: {
      saturation: 0.95,
      tint: '#8c8384',
      tintShare: 0.6,
      shadow: palette.petals[1],
      fromX: 0.15,
      fromY: -0.1,
    },
  };
}

export const blossomLayout = layoutOf('blossom', { technique: 'oil', material: 'brush' }, draw);
