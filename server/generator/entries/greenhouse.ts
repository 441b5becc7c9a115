import type { Entry } from './entry.ts';

/** The colours of a template of this layout. */
export interface GreenhousePalette {
  sky: [string, string];
  leaves: [string, string, string];
  iron: string;
  bloom: string;
  sun: string;
}

/** The templates of the layout `greenhouse`. */
export const greenhouseTemplates: Entry<GreenhousePalette>[] = [
  {
    id: 70,
    shot: 'half-body',
    colour: '#3f7a5c',
    prompt:
      'Half body among leaves. A coral-red shirt. Monstera and banana leaves in a hothouse, mist. Sun through glass from the upper right. 50 mm, f/2.8. Lush oil painting, large leaf shapes, juicy strokes.',
    sky: ['#f6d9a0', '#8fc0a0'],
    leaves: ['#14503c', '#2f7f56', '#79a84a'],
    iron: '#2c4a40',
    bloom: '#f0703f',
    sun: '#fff0b8',
  },
  {
    id: 78,
    colour: '#9fbf8f',
    costume: { name: 'chef' },
    look: { hand: 'watercolour', material: 'paper' },
    prompt:
      'Head and shoulders, warm smile. A white double-breasted chef jacket with a red neckerchief. A greenhouse full of herbs, glass roof above. Bright diffuse light. 50 mm, f/2.8. Fresh watercolour, clean greens, white paper.',
    sky: ['#eef6ee', '#d3e8cf'],
    leaves: ['#3f7a4a', '#76a860', '#a8c878'],
    iron: '#ffffff',
    bloom: '#f0c05a',
    sun: '#fffbe6',
  },
];
