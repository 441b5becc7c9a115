import type { Entry } from './entry.ts';

/** The colours of a template of this layout. */
export interface LibraryPalette {
  wood: [light: string, dark: string];
  spines: [string, string, string, string, string];
  lamp: string;
}

/** The templates of the layout `library`. */
export const libraryTemplates: Entry<LibraryPalette>[] = [
  {
    id: 67,
    colour: '#6f4a2c',
    costume: { name: 'blazer', first: 0 },
    prompt:
      'Head and shoulders, an attentive look. A brown tweed jacket over a dark roll-neck. A library at night, rows of leather spines out of focus. A reading lamp from the right, warm and low. 85 mm, f/1.8. Photograph on tungsten film, deep browns, fine grain.',
    wood: ['#7a4e2c', '#1f120b'],
    spines: ['#7a2f24', '#2f4a3c', '#27364f', '#8a6a34', '#4a2a20'],
    lamp: '#ffc878',
  },
  {
    id: 68,
    colour: '#a08a6c',
    look: { hand: 'pencil', material: 'none' },
    prompt:
      'Bust, glancing up from a book. A shirt with rolled collar and a waistcoat. Tall bookshelves, loosely sketched. Lamp light from the left. 85 mm. Graphite drawing with warm paper, careful face, sketchy shelves.',
    wood: ['#b59468', '#4a3826'],
    spines: ['#8f5a44', '#6f7f6a', '#5f7286', '#c2a878', '#7a5a48'],
    lamp: '#fff0c8',
  },
  {
    id: 77,
    colour: '#5b3f2c',
    costume: { name: 'graduate' },
    prompt:
      'Head and shoulders, proud smile. A black academic gown with a crimson hood over shirt and tie. An old university library with tall shelves. Warm lamp light from the right. 85 mm, f/2. Natural photograph, warm tones, fine grain.',
    wood: ['#8a6238', '#2a190f'],
    spines: ['#7a2430', '#23405a', '#4a5a3c', '#9a7a3c', '#543024'],
    lamp: '#ffdca0',
  },
];
