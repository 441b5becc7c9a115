import type { Entry } from './entry.ts';

/** The colours of a template of this layout. */
export interface LanternsPalette {
  sky: [string, string, string];
  paper: [string, string];
  glow: string;
  hills: string;
}

/** The templates of the layout `lanterns`. */
export const lanternsTemplates: Entry<LanternsPalette>[] = [
  {
    id: 16,
    colour: '#a8202c',
    look: { hand: 'comic', material: 'none' },
    costume: { name: 'tang-jacket', first: 0 },
    prompt:
      'Bust, laughing eyes. A red silk jacket with golden knotted buttons. A fair at night with strings of red lanterns. Warm light from all around, a dark sky. Straight-on, 50 mm. Graphic novel page, bold ink lines, red and gold flats, dots in the shadows.',
    sky: ['#1c0410', '#5a0f1e', '#b0303a'],
    paper: ['#ff9a6a', '#d8202f'],
    glow: '#ff6a4a',
    hills: '#220810',
  },
  {
    id: 35,
    shot: 'low',
    colour: '#2f6a8f',
    prompt:
      'Portrait with reflections. A deep blue coat. A river with hundreds of floating lights. Warm lights from below, blue night above. 85 mm, f/1.8. Oil painting, thick dabs of light, deep blue glazes.',
    sky: ['#031428', '#0f3c5e', '#3f7f96'],
    paper: ['#fff3c4', '#f3b04a'],
    glow: '#ffd98a',
    hills: '#06202f',
  },
  {
    id: 42,
    shot: 'close-up',
    colour: '#7a5ab0',
    look: { hand: 'poster', material: 'none', inks: ['#2a1440', '#6b3387', '#cc5d7a', '#f2bcc0', '#fdf0e0'] },
    prompt:
      'Close portrait, hopeful. A lilac scarf. Lanterns in a violet night. Light from the lanterns in front, crisp shade. Frontal. Screen print in plum, violet, coral and cream.',
    sky: ['#130a30', '#41287a', '#a06ab4'],
    paper: ['#ffe3f4', '#e07ac0'],
    glow: '#ffb0e0',
    hills: '#1c1040',
  },
];
