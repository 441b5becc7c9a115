import type { Entry } from './entry.ts';

/** The colours of a template of this layout. */
export interface SeaPalette {
  sky: [string, string, string];
  sun: string;
  cloud: string;
  sea: [string, string];
  island: string;
}

/** The templates of the layout `sea`. */
export const seaTemplates: Entry<SeaPalette>[] = [
  {
    id: 7,
    shot: 'half-body',
    colour: '#f39a6b',
    costume: { name: 'cable-knit', first: 0 },
    prompt:
      'Half body, looking past the camera. A cream cable-knit jumper. A calm sea under an orange sunset sky. Low golden light from the side, long soft shadows. 70 mm, f/4. Impressionist oil on canvas, broken colour on the water.',
    sky: ['#4b5fa8', '#f08a7a', '#ffd08a'],
    sun: '#ffe2a8',
    cloud: '#ffc2a3',
    sea: ['#f2a06b', '#2f3f78'],
    island: '#5a4a78',
  },
  {
    id: 14,
    shot: 'half-body',
    colour: '#9fd3e0',
    look: { hand: 'watercolour', material: 'paper' },
    costume: { name: 'sailor', first: 0 },
    prompt:
      'Half body, wind in the hair. A white sailor blouse with a striped inset. A pale bay in morning haze, gulls far away. High-key light from the sky and the water. 50 mm, f/4. Fresh watercolour, wet-in-wet sky, white paper left for the light.',
    sky: ['#6fb7e6', '#c8ecf4', '#fff1d6'],
    sun: '#ffffff',
    cloud: '#ffffff',
    sea: ['#bfe9e6', '#2f8ba6'],
    island: '#6fa3b4',
  },
  {
    id: 40,
    shot: 'half-body',
    colour: '#28446f',
    costume: { name: 'cable-knit', first: 3 },
    prompt:
      'Half body, quiet. A navy cable-knit jumper. The moon over a silver sea. Cold moonlight from behind, soft lamp light on the face. 50 mm, f/2. Nocturne in oil, blues and silver, loose water.',
    sky: ['#081430', '#1b3765', '#5b7ba6'],
    sun: '#f7f8ea',
    cloud: '#7d97bd',
    sea: ['#5f80a8', '#0a1a38'],
    island: '#13284a',
  },
  {
    id: 59,
    shot: 'half-body',
    colour: '#e0a63c',
    look: { hand: 'poster', material: 'none', inks: ['#16263f', '#2f6f7c', '#b87a32', '#ecbb5c', '#fbf0d4'] },
    prompt:
      "Half body, captain's look. A navy pea coat. A fishing harbour in golden evening light. Sun low on the left, long shapes. 35 mm. Nineteen-thirties travel print in navy, teal, gold and cream.",
    sky: ['#b8622e', '#f0a63c', '#ffe7a6'],
    sun: '#fffbe0',
    cloud: '#ffd98c',
    sea: ['#f3c25e', '#6e3a28'],
    island: '#7a4a30',
  },
];
