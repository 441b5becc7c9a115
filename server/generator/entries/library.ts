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
    id: 68,
    colour: '#a08a6c',
    prompt:
      'Bust, glancing up from a book. A shirt with rolled collar and a waistcoat. Tall bookshelves, loosely sketched. Lamp light from the left. 85 mm. Graphite drawing with warm paper, careful face, sketchy shelves.',
    wood: ['#b59468', '#4a3826'],
    spines: ['#8f5a44', '#6f7f6a', '#5f7286', '#c2a878', '#7a5a48'],
    lamp: '#fff0c8',
  },
];
