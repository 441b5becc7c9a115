import { blossom, dots, growBranch, strew } from './nature.ts';
import type { Random } from './random.ts';
import { layoutOf, type Named, type Scene } from './scene.ts';
import { blur, cover, linear, radial } from './svg.ts';

interface Palette extends Named {
  sky: [string, string, string];
  petals: [string, string, string];
  leaves: [string, string];
  core: string;
  bark: string;
  glow: string;
}

const PETAL = 'M0 0C-8 -5 -8 -15 -2 -18L0 -16L2 -18C8 -15 8 -5 0 0Z';

const palettes: Palette[] = [
  {
    title: { en: 'Cherry blossom morning', zh: '樱花晨光' },
    colour: '#f9d5e0',
    sky: ['#bfe3ff', '#fdeef4', '#ffd5e2'],
    petals: ['#ffb7cd', '#ffd9e5', '#ff93b4'],
    leaves: ['#8fbf8a', '#c7dfae'],
    core: '#e85d84',
    bark: '#5b3a34',
    glow: '#fff4d8',
  },
  {
    title: { en: 'White pear courtyard', zh: '梨花院落' },
    colour: '#dfe9da',
    sky: ['#cfe6e4', '#f3f6ea', '#dbe8c9'],
    petals: ['#ffffff', '#f4f7e6', '#e6efd2'],
    leaves: ['#7fae74', '#b9d69a'],
    core: '#a8b64b',
    bark: '#54453a',
    glow: '#fffde8',
  },
  {
    title: { en: 'Peach valley at dusk', zh: '桃谷斜阳' },
    colour: '#f4b496',
    sky: ['#f7b38a', '#ffd9b8', '#f58f8f'],
    petals: ['#ff8f8a', '#ffc1ad', '#f0647a'],
    leaves: ['#c58a5a', '#e8b27c'],
    core: '#ffe19a',
    bark: '#4b2a2a',
    glow: '#ffe2a6',
  },
  {
    title: { en: 'Wisteria dream', zh: '紫藤如梦' },
    colour: '#c9bdec',
    sky: ['#c8d4ff', '#ece6fb', '#c9b6ec'],
    petals: ['#b79bea', '#d9c8f7', '#9274d6'],
    leaves: ['#86ab9d', '#b5cfc0'],
    core: '#fff0b4',
    bark: '#453a55',
    glow: '#f4ecff',
  },
  {
    title: { en: 'Osmanthus gold', zh: '金桂飘香' },
    colour: '#f1d58a',
    sky: ['#f9e6b3', '#fff6dc', '#f3c877'],
    petals: ['#ffc94f', '#ffe08e', '#f5a62c'],
    leaves: ['#7d9a4f', '#b7bd62'],
    core: '#b8641a',
    bark: '#5a4026',
    glow: '#fff3c2',
  },
];

function draw(palette: Palette, random: Random): Scene {
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
      linear('sky', [
        [0, palette.sky[0]],
        [0.55, palette.sky[1]],
        [1, palette.sky[2]],
      ]) +
      radial('sun', [
        [0, '#ffffff', 0.95],
        [1, '#ffffff', 0],
      ]) +
      radial('flare', [
        [0, palette.glow, 0.5],
        [1, palette.glow, 0],
      ]) +
      blur('far', 11) +
      blur('soft', 1.2) +
      blur('near', 13) +
      blur('passing', 4),
    back:
      cover('fill="url(#sky)"') +
      `<g filter="url(#far)">` +
      dots(random, 150, { colours: palette.petals, radius: [14, 60], opacity: [0.12, 0.42], y: [-20, 420] }) +
      dots(random, 110, {
        colours: [...palette.leaves, ...palette.petals],
        radius: [14, 60],
        opacity: [0.15, 0.45],
        y: [600, 1040],
      }) +
      `</g><ellipse cx="${sunX}" cy="210" rx="420" ry="360" fill="url(#sun)"/>` +
      `<g filter="url(#soft)">${boughs.map(bough => bough.svg).join('')}${flowers.join('')}</g>`,
    front:
      `<ellipse cx="${sunX + 60}" cy="80" rx="520" ry="430" fill="url(#flare)"/>` +
      `<g filter="url(#near)">` +
      dots(random, 15, { colours: palette.petals, radius: [40, 90], opacity: [0.5, 0.75], y: [930, 1060] }) +
      `</g>` +
      strew(random, 22, PETAL, { colours: palette.petals, size: [0.5, 1.4], opacity: [0.7, 0.95] }) +
      `<g filter="url(#passing)">` +
      strew(random, 7, PETAL, {
        colours: palette.petals,
        size: [1.8, 3],
        opacity: [0.6, 0.85],
        y: [520, 1000],
      }) +
      `</g>`,
    slot: { x: 384, y: 430, eyes: 112 },
    light: {
      face: 190,
      saturation: 0.95,
      contrast: 0.95,
      tint: '#8c8384',
      tintShare: 0.6,
      shadow: palette.petals[1],
      fromX: 0.15,
      fromY: -0.1,
    },
    finish: { paint: { radius: 2, detail: 0.8 }, grain: 3 },
  };
}

/** Boughs in bloom against a bright sky. */
export const blossomLayout = layoutOf('blossom', { hand: 'oil', material: 'brush' }, palettes, draw);
