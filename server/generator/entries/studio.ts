import type { Entry } from './entry.ts';

/** The colours of a template of this layout. */
export interface StudioPalette {
  wall: [string, string];
  lamp: string;
  /** Coloured light from the other side. */
  gel: string;
}

/** The templates of the layout `studio`. */
export const studioTemplates: Entry<StudioPalette>[] = [
  {
    id: 13,
    colour: '#c27a5a',
    costume: { name: 'roll-neck', first: 2 },
    prompt:
      'Head and shoulders, direct gaze. A dark red roll-neck. A terracotta studio wall, hand-painted backdrop. Large soft key from the left, falling off into shadow. 85 mm, f/2.8. Classical oil portrait, warm ground showing through, soft edges.',
    wall: ['#dc9a78', '#8a4630'],
    lamp: '#ffdcae',
    gel: '#a8443f',
  },
  {
    id: 32,
    colour: '#8c939b',
    look: { hand: 'pencil', material: 'none' },
    costume: { name: 'suit', first: 1 },
    prompt:
      'Classic bust, three-quarter view. A grey suit, a light shirt and a blue tie. Plain grey backdrop with a soft fall-off. One soft key from the upper left. 105 mm, f/5.6. Finished graphite portrait, rich blacks in the clothes, clean paper highlights.',
    wall: ['#b3bac1', '#454c55'],
    lamp: '#fff6e8',
    gel: '#6f86a3',
  },
  {
    id: 58,
    colour: '#e3b3b0',
    look: { hand: 'watercolour', material: 'paper' },
    prompt:
      'Head and shoulders, soft smile. A cream blouse or shirt. A powder-pink wall with afternoon window light. Warm side light, clear window shadow. 85 mm, f/2. Fashion watercolour, few washes, precise face, loose clothes.',
    wall: ['#f0cbc4', '#b47f86'],
    lamp: '#fff4e2',
    gel: '#c79ac9',
  },
  {
    id: 79,
    colour: '#9cc0c4',
    costume: { name: 'doctor' },
    prompt:
      'Head and shoulders, trustworthy look. A white coat over a blue shirt and a dark tie, a stethoscope. A pale teal wall with window light. Soft daylight from the left. 85 mm, f/2.8. Portrait in oil, light palette, calm strokes.',
    wall: ['#bfd8da', '#5f868c'],
    lamp: '#fff8ea',
    gel: '#86b0a8',
  },
];
