import type { Entry } from './entry.ts';

/** The colours of a template of this layout. */
export interface AuroraPalette {
  sky: [string, string, string];
  lights: [string, string, string];
  snow: [string, string];
  trees: [string, string];
  rim: string;
}

/** The templates of the layout `aurora`. */
export const auroraTemplates: Entry<AuroraPalette>[] = [
  {
    id: 5,
    shot: 'low',
    colour: '#14506b',
    prompt:
      'Portrait with much sky above the head. A dark expedition parka, hood down. Snowy peaks under green and violet northern lights. Cool green light from above, a little warm fill on the face. 35 mm, f/2. Oil painting, sweeping strokes in the sky, careful face.',
    sky: ['#04122e', '#0b3a5e', '#1d6f7c'],
    lights: ['#5dffc3', '#47c8ff', '#b685ff'],
    snow: ['#eaf7ff', '#1a3b57'],
    trees: ['#061728', '#0d2b40'],
    rim: '#7dffe0',
  },
  {
    id: 24,
    shot: 'low',
    colour: '#4a3187',
    look: { hand: 'poster', material: 'none', inks: ['#1a1440', '#5a3a9c', '#b06ac8', '#e8b4dc', '#fbeef8'] },
    prompt:
      'Bust with wide sky. A purple down jacket. Violet polar night over white peaks. Cold light from above, clear shadow shape. Deep focus. Five-colour screen print from deep violet to pale pink.',
    sky: ['#0c0830', '#2d1a66', '#7a3f9a'],
    lights: ['#ff7ad9', '#9b7bff', '#57e1ff'],
    snow: ['#f3e9ff', '#33245e'],
    trees: ['#100a2a', '#241646'],
    rim: '#f0a8ff',
  },
  {
    id: 38,
    shot: 'low',
    colour: '#7c2d4f',
    prompt:
      'Portrait with much sky. A dark fur-trimmed parka. Crimson northern lights over a dark ridge. Red light from above, pale snow fill from below. 35 mm. Dramatic oil painting, long strokes, deep reds.',
    sky: ['#14071f', '#4a1238', '#b0435a'],
    lights: ['#ff6f7f', '#ff9d5c', '#c66bff'],
    snow: ['#ffeae6', '#4f1f3c'],
    trees: ['#1a0718', '#38122c'],
    rim: '#ffb39a',
  },
  {
    id: 57,
    shot: 'low',
    colour: '#4d87bd',
    look: { hand: 'watercolour', material: 'paper' },
    prompt:
      'Portrait with much sky. A white down jacket. A glacier at blue hour, a faint aurora. Cool light from above, warm skin. 35 mm. Watercolour in cobalt and turquoise, white paper for snow.',
    sky: ['#0f2a5c', '#3a74b4', '#9cc9e6'],
    lights: ['#d8f6ff', '#8fd3ff', '#a9b8ff'],
    snow: ['#ffffff', '#3c648f'],
    trees: ['#12304f', '#2a5277'],
    rim: '#e6f8ff',
  },
  {
    id: 83,
    colour: '#1c2f5a',
    costume: { name: 'space-suit' },
    look: { hand: 'poster', material: 'none', inks: ['#10142c', '#27407f', '#4f8fb8', '#f4a860', '#f6efe0'] },
    prompt:
      'Bust with wide sky. A white space suit with orange shoulders, helmet off. An icy moon under strange green lights. Cold light from above. 35 mm. Five-colour screen print of a space programme, navy to orange.',
    sky: ['#0a1030', '#27407f', '#4f8fb8'],
    lights: ['#7fe0c8', '#5fb0ff', '#b89aff'],
    snow: ['#eef6ff', '#3f5f8f'],
    trees: ['#0f1a3a', '#23386a'],
    rim: '#dff0ff',
  },
];
