import type { NeonPalette } from '../scenes/neon.ts';
import type { Entry } from '../scenes/scene.ts';

/** The templates of the layout `neon`. */
export const neonTemplates: Entry<NeonPalette>[] = [
  {
    id: 2,
    colour: '#5a1b78',
    sky: ['#0a0626', '#3a0f5c', '#d43b8c'],
    neon: ['#19e3ff', '#ff3fa4'],
    far: '#2a1152',
    near: ['#0d0722', '#150a33', '#1d0e45'],
  },
  {
    id: 21,
    colour: '#0f5c6e',
    sky: ['#021520', '#064355', '#18a3a3'],
    neon: ['#4dffd2', '#ffb13d'],
    far: '#0a3545',
    near: ['#021018', '#041a26', '#072635'],
  },
  {
    id: 28,
    colour: '#9a4a26',
    sky: ['#1c0a14', '#5c1e1c', '#ef7b30'],
    neon: ['#ffcf4a', '#ff4f5e'],
    far: '#4a1a1e',
    near: ['#16080e', '#220c12', '#301218'],
  },
  {
    id: 47,
    colour: '#5334b4',
    sky: ['#0b0a2e', '#2c1d86', '#8a5cff'],
    neon: ['#b98bff', '#5cf0ff'],
    far: '#211a63',
    near: ['#09081f', '#100e30', '#181545'],
  },
  {
    id: 54,
    colour: '#2f6a35',
    sky: ['#06140f', '#134a2e', '#6fbf3f'],
    neon: ['#b8ff4a', '#ff5fb2'],
    far: '#123a28',
    near: ['#04100b', '#081a12', '#0d271b'],
  },
];
