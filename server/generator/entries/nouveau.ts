import type { Entry } from './entry.ts';

/** The colours of a template of this layout. */
export interface NouveauPalette {
  paper: string;
  halo: [inner: string, ring: string];
  line: string;
  bloom: [string, string];
  leaf: string;
}

/** The templates of the layout `nouveau`. */
export const nouveauTemplates: Entry<NouveauPalette>[] = [
  {
    id: 65,
    colour: '#7fb5a6',
    look: { hand: 'poster', material: 'none', inks: ['#1f3a3a', '#4f8a7c', '#e0805f', '#f2c48c', '#fbf0d8'] },
    prompt:
      'Bust under an arch, profile slightly turned. A flowing ivory garment. A round halo with flowers and curling stems in teal and peach. Even light, clear outlines. Frontal. Art-nouveau lithograph in five colours, whiplash lines, ornament frame.',
    paper: '#f6e3c4',
    halo: ['#f6cfae', '#7fb5a6'],
    line: '#23403f',
    bloom: ['#e8876a', '#f4c07a'],
    leaf: '#4f8a76',
  },
  {
    id: 66,
    colour: '#6a3a5c',
    look: { hand: 'watercolour', material: 'paper' },
    prompt:
      'Bust under an arch, serene. A gold-embroidered plum garment. A golden halo with irises. Even, warm light. Frontal. Art-nouveau panel in ink line and watercolour, plum and old gold.',
    paper: '#f3e4c8',
    halo: ['#f0d28a', '#8a4f74'],
    line: '#3a1c38',
    bloom: ['#7a5ab0', '#e0b24a'],
    leaf: '#6f8a5a',
  },
];
