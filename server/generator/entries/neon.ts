import type { Entry } from './entry.ts';

/** The colours of a template of this layout. */
export interface NeonPalette {
  sky: [string, string, string];
  neon: [string, string];
  far: string;
  near: [string, string, string];
}

/** The templates of the layout `neon`. */
export const neonTemplates: Entry<NeonPalette>[] = [
  {
    id: 21,
    shot: 'close-up',
    colour: '#0f5c6e',
    look: { hand: 'comic', material: 'none' },
    prompt:
      'Close portrait, alert. A teal technical jacket. A midnight alley with turquoise signs and rain. Hard rim light in cyan from behind, dark front fill. 35 mm. Noir graphic novel, inky blacks, teal flats, fine rain lines.',
    sky: ['#021520', '#064355', '#18a3a3'],
    neon: ['#4dffd2', '#ffb13d'],
    far: '#0a3545',
    near: ['#021018', '#041a26', '#072635'],
  },
  {
    id: 28,
    shot: 'close-up',
    colour: '#9a4a26',
    look: { hand: 'poster', material: 'none', inks: ['#1c1416', '#88391a', '#cc762a', '#f6c45c', '#fdf0cc'] },
    prompt:
      'Close portrait, half smile. A varsity jacket. An amber-lit arcade street at night. Orange light from the right, hard shadows. 35 mm. Eighties film poster, screen print in black, rust, amber and cream.',
    sky: ['#1c0a14', '#5c1e1c', '#ef7b30'],
    neon: ['#ffcf4a', '#ff4f5e'],
    far: '#4a1a1e',
    near: ['#16080e', '#220c12', '#301218'],
  },
  {
    id: 47,
    shot: 'close-up',
    colour: '#5334b4',
    costume: { name: 'leather-jacket', first: 0 },
    prompt:
      'Close portrait, confident. A black leather jacket. A rain-wet boulevard in violet light. Violet light from behind, warm shop light on the face. 50 mm, f/1.4. City nocturne in oil, palette-knife reflections.',
    sky: ['#0b0a2e', '#2c1d86', '#8a5cff'],
    neon: ['#b98bff', '#5cf0ff'],
    far: '#211a63',
    near: ['#09081f', '#100e30', '#181545'],
  },
];
