import type { Entry } from './entry.ts';

/** The colours of a template of this layout. */
export interface PopPalette {
  ground: string;
  rays: string;
  disc: string;
  accent: string;
  dots: string;
}

/** The templates of the layout `pop`. */
export const popTemplates: Entry<PopPalette>[] = [
  {
    id: 11,
    colour: '#ffd02e',
    prompt:
      'Bust, a confident half smile. A bold primary-coloured jacket. Yellow rays, a turquoise disc and starbursts behind. Hard light from the upper left, solid black shadows. Straight-on, 50 mm. Printed comic cover, strong ink outlines, halftone dots, flat colours.',
    ground: '#ffd400',
    rays: '#ff9d00',
    disc: '#08d9d6',
    accent: '#ff2e63',
    dots: '#ff2e63',
  },
  {
    id: 18,
    shot: 'close-up',
    colour: '#ff9cc8',
    prompt:
      'Close portrait, playful look. A pink bomber jacket. Bubble-gum pink rays with a mint disc. Flat frontal light, hard-edged shade. Straight-on, 50 mm. Pop-art print in pink, mint and yellow, thick outlines, large dots.',
    ground: '#ffb3d9',
    rays: '#ff86c0',
    disc: '#fff27a',
    accent: '#6a4cff',
    dots: '#ffffff',
  },
  {
    id: 25,
    shot: 'close-up',
    colour: '#3a6cf0',
    look: { hand: 'poster', material: 'none', inks: ['#14163c', '#2a4ed8', '#f0603c', '#ffc83c', '#fbf6e6'] },
    prompt:
      'Close portrait, bold stare. A white T-shirt and a blue jacket. Electric blue rays and a yellow disc. One hard light, graphic shadows. Straight-on. Pop screen print in blue, red, yellow and off-white.',
    ground: '#2f6bff',
    rays: '#1b46d1',
    disc: '#ffde3b',
    accent: '#ff5a36',
    dots: '#8ed0ff',
  },
  {
    id: 44,
    colour: '#8fe3c4',
    prompt:
      'Bust, a mischievous smile. A mint and cherry striped shirt. Mint rays, a cherry disc, starbursts. Flat frontal light. Straight-on. Pop-art comic in mint and cherry red, clean outlines, dots.',
    ground: '#a5f0d2',
    rays: '#62d9ae',
    disc: '#ff6b6b',
    accent: '#1f3b73',
    dots: '#1f9f7a',
  },
  {
    id: 51,
    shot: 'close-up',
    colour: '#ff7a4f',
    look: { hand: 'poster', material: 'none' },
    prompt:
      'Close portrait, big smile. An orange track jacket. Sunset-coloured rays, a bold disc. Hard light from the left. Straight-on. Pop screen print in orange, red, cream and navy.',
    ground: '#ff7043',
    rays: '#f4432c',
    disc: '#ffe9c7',
    accent: '#5b2a86',
    dots: '#ffc13b',
  },
  {
    id: 74,
    colour: '#2f6bd0',
    costume: { name: 'space-suit', first: 1 },
    prompt:
      'Bust, heroic look. An orange space suit with a metal collar ring, helmet off. Blue rays, a yellow disc and starbursts behind. Hard light from the upper left. Straight-on. Printed comic cover, strong ink outlines, halftone dots.',
    ground: '#3f8cf0',
    rays: '#2560c8',
    disc: '#ffd84a',
    accent: '#e8402f',
    dots: '#123a8c',
  },
];
