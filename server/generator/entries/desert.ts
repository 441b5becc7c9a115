import type { Entry } from './entry.ts';

/** The colours of a template of this layout. */
export interface DesertPalette {
  sky: [string, string, string];
  sun: string;
  sand: [string, string];
  shade: string;
  stars: number;
}

/** The templates of the layout `desert`. */
export const desertTemplates: Entry<DesertPalette>[] = [
  {
    id: 12,
    colour: '#e3b57a',
    look: { inks: ['#33201c', '#8e4029', '#bf7a3c', '#ecc284', '#fbf0d8'] },
    prompt:
      'Bust, looking into the distance. A sand-coloured scarf and shirt. Sunlit dunes and a small caravan on the horizon. High sun, short shadows. 50 mm, deep focus. Vintage screen print in warm ochre, brick and cream, five flat tones.',
    sky: ['#4f9fc4', '#a9d6dc', '#fbe6c4'],
    sun: '#fffdf0',
    sand: ['#f6cf94', '#d98f4e'],
    shade: '#a8603a',
    stars: 0,
  },
  {
    id: 26,
    shot: 'low',
    colour: '#d8643c',
    prompt:
      'Low viewpoint, much sky. A loose red-brown scarf. Red dunes at dusk, a huge setting sun. Sun behind, strong shadow shapes on the face. 35 mm. Retro travel print in brick, orange and sand, five flat tones.',
    sky: ['#6a2a52', '#d8573f', '#ffb866'],
    sun: '#ffe9b0',
    sand: ['#f08a4a', '#a83a2c'],
    shade: '#6a1f2a',
    stars: 24,
  },
  {
    id: 45,
    shot: 'half-body',
    colour: '#cfd3de',
    look: { hand: 'pencil', material: 'none' },
    prompt:
      'Half body, wind in the scarf. A pale grey wrap. White dunes and a pale moon, hardly drawn. Soft high light. 50 mm. Graphite drawing, long slanting hatching, much empty paper.',
    sky: ['#7f93b8', '#c4d0e2', '#f3e9e4'],
    sun: '#ffffff',
    sand: ['#f6f2ec', '#c9c2cc'],
    shade: '#8f8ba4',
    stars: 0,
  },
  {
    id: 52,
    colour: '#e9a89a',
    look: { hand: 'watercolour', material: 'paper' },
    prompt:
      'Bust, looking to the horizon. A rose-grey travelling scarf. Dunes at dawn on the Silk Road, camels far away. First light from the left, cool shadows. 50 mm. Travel-sketchbook watercolour, thin washes, pencil lines.',
    sky: ['#5f7fb8', '#eab0a6', '#ffe6b8'],
    sun: '#fff6d8',
    sand: ['#f4bd97', '#b8705f'],
    shade: '#7c4656',
    stars: 10,
  },
  {
    id: 81,
    colour: '#d9a24a',
    costume: { name: 'agbada', first: 1 },
    look: { hand: 'oil', material: 'brush' },
    prompt:
      'Bust, dignified. A wide blue robe with an embroidered yoke. Golden dunes in dusty wind. Low sun from the right, warm haze. 50 mm. Oil on canvas, broad strokes, gold and indigo.',
    sky: ['#d89a4a', '#f2c878', '#fff0c4'],
    sun: '#fff8dc',
    sand: ['#e6b060', '#9a5a2c'],
    shade: '#5a3524',
    stars: 0,
  },
];
