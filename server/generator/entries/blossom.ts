import type { Entry } from './entry.ts';

/** The colours of a template of this layout. */
export interface BlossomPalette {
  sky: [string, string, string];
  petals: [string, string, string];
  leaves: [string, string];
  core: string;
  bark: string;
  glow: string;
}

/** The templates of the layout `blossom`. */
export const blossomTemplates: Entry<BlossomPalette>[] = [
  {
    id: 1,
    colour: '#f9d5e0',
    look: { hand: 'watercolour', material: 'paper' },
    prompt:
      'Head and shoulders, turned slightly to the left. A cream linen shirt. Under cherry boughs in full bloom, pale pink petals drifting past. Soft morning light from the upper left, gentle shade on the far cheek. 85 mm, f/2.8. Loose watercolour on cold-pressed paper, clean white margins, wet edges.',
    sky: ['#bfe3ff', '#fdeef4', '#ffd5e2'],
    petals: ['#ffb7cd', '#ffd9e5', '#ff93b4'],
    leaves: ['#8fbf8a', '#c7dfae'],
    core: '#e85d84',
    bark: '#5b3a34',
    glow: '#fff4d8',
  },
  {
    id: 20,
    colour: '#dfe9da',
    look: { hand: 'pencil', material: 'none' },
    prompt:
      'Head and shoulders, thoughtful. A plain linen collar. White pear blossom in an old courtyard, only hinted at. Soft light from the upper right. 85 mm. Graphite drawing on smooth paper, fine hatching, paper left white around the figure.',
    sky: ['#93aeb0', '#b4c4b6', '#a3b592'],
    petals: ['#ffffff', '#f0f3e0', '#d5e0bd'],
    leaves: ['#5f8f58', '#93b078'],
    core: '#7d8a2e',
    bark: '#54453a',
    glow: '#fffde8',
  },
  {
    id: 27,
    colour: '#f4b496',
    prompt:
      'Head and shoulders, gentle look. A peach silk blouse or shirt. A valley of peach trees in bloom at dusk. Warm low light from the left, rosy shadows. 85 mm, f/2. Romantic oil painting, soft broken strokes.',
    sky: ['#f7b38a', '#ffd9b8', '#f58f8f'],
    petals: ['#ff8f8a', '#ffc1ad', '#f0647a'],
    leaves: ['#c58a5a', '#e8b27c'],
    core: '#ffe19a',
    bark: '#4b2a2a',
    glow: '#ffe2a6',
  },
  {
    id: 53,
    colour: '#f1d58a',
    prompt:
      'Head and shoulders, content. A honey-coloured wool jacket. Osmanthus in golden bloom. Late warm light from the right. 85 mm, f/2. Oil on board, small bright dabs, warm browns.',
    sky: ['#f9e6b3', '#fff6dc', '#f3c877'],
    petals: ['#ffc94f', '#ffe08e', '#f5a62c'],
    leaves: ['#7d9a4f', '#b7bd62'],
    core: '#b8641a',
    bark: '#5a4026',
    glow: '#fff3c2',
  },
  {
    id: 76,
    colour: '#f0b7c4',
    costume: { name: 'kimono' },
    look: { hand: 'comic', material: 'none' },
    prompt:
      'Head and shoulders, calm. An indigo kimono with blossoms and a red obi. Under cherry boughs in full bloom. Soft daylight from above. 85 mm. Coloured woodblock comic, clear ink outlines, flat pale colours.',
    sky: ['#fbe6e6', '#fff6f0', '#f3c6cc'],
    petals: ['#f7b8c6', '#ffe0e6', '#e88aa2'],
    leaves: ['#8fae8a', '#c3d2b0'],
    core: '#c84f6a',
    bark: '#4f3a40',
    glow: '#fff2f0',
  },
];
