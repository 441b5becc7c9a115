import type { Entry } from './entry.ts';

/** The colours of a template of this layout. */
export interface MoonGatePalette {
  wall: [light: string, shade: string];
  tiles: string;
  sky: [string, string];
  hills: string;
  bamboo: [string, string];
  bloom: [string, string];
}

/** The templates of the layout `moon-gate`. */
export const moonGateTemplates: Entry<MoonGatePalette>[] = [
  {
    id: 71,
    colour: '#d9dccf',
    costume: { name: 'tang-jacket', first: 2 },
    prompt:
      'Bust, composed. A dark silk jacket with a standing collar and knotted buttons. A round moon gate in a white garden wall, bamboo beyond. Soft morning light. Frontal. Ink wash, pale greens and greys, few leaves.',
    wall: ['#f4f1e8', '#cfcdc0'],
    tiles: '#4f565a',
    sky: ['#dfe9e4', '#f6f4ea'],
    hills: '#5f7a78',
    bamboo: ['#5f8a5a', '#7fa86a'],
    bloom: ['#f2c4cc', '#ffffff'],
  },
  {
    id: 72,
    colour: '#b8382c',
    look: { hand: 'watercolour', material: 'paper' },
    prompt:
      'Bust, warm smile. A red silk scarf. A moon gate in a vermilion wall, plum blossom and a winter sky. Clear cold light from the left. Frontal, 85 mm. Watercolour with gouache whites, vermilion and blue-grey.',
    wall: ['#c8432f', '#8a2620'],
    tiles: '#2f3a44',
    sky: ['#b9cbe0', '#f2f2ee'],
    hills: '#5a6f8f',
    bamboo: ['#4f7a5c', '#6f9a72'],
    bloom: ['#f6e6e8', '#f0a0b0'],
  },
  {
    id: 84,
    colour: '#cfd8c8',
    costume: { name: 'hanfu' },
    look: { hand: 'oil', material: 'canvas' },
    prompt:
      'Bust, gentle look. A pale jade hanfu with crossed collar and a blue sash. A moon gate in a garden wall with bamboo and a magnolia. Soft morning light from the left. Frontal, 85 mm. Oil painting, quiet greens, soft edges.',
    wall: ['#ece6d6', '#b8ae98'],
    tiles: '#4a5258',
    sky: ['#cfe0dc', '#f4efe0'],
    hills: '#6f8a86',
    bamboo: ['#4f7a52', '#7aa06a'],
    bloom: ['#fbe6ea', '#ffffff'],
  },
];
