import type { Entry } from './entry.ts';

/** The colours of a template of this layout. */
export interface RainWindowPalette {
  night: [string, string, string];
  lights: [string, string, string];
  frame: string;
}

/** The templates of the layout `rain-window`. */
export const rainWindowTemplates: Entry<RainWindowPalette>[] = [
  {
    id: 64,
    shot: 'close-up',
    colour: '#2f5a86',
    prompt:
      'Close portrait beside a window. A dark blue coat. A blue-hour street behind wet glass, red and white lights. Blue daylight from outside, a lamp inside. 50 mm, f/1.4. Oil painting, runny lights, soft glass reflections.',
    night: ['#0e1f3c', '#2a5688', '#7fa6c4'],
    lights: ['#ffd08a', '#ff6a5a', '#dff0ff'],
    frame: '#0f1826',
  },
  {
    id: 82,
    colour: '#3f5f6f',
    costume: { name: 'rain-jacket' },
    look: { hand: 'watercolour', material: 'paper' },
    prompt:
      'Head and shoulders beside a window, amused. A yellow rain jacket, hood down. A grey-green street behind wet glass, soft lights. Daylight from the window. 50 mm, f/2. Watercolour, wet edges, yellow against grey.',
    night: ['#2a3f4c', '#5f8088', '#b8c8c4'],
    lights: ['#ffe09a', '#ff9a6a', '#eef6f4'],
    frame: '#22303a',
  },
];
