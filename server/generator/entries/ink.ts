import type { Entry } from './entry.ts';

/** The colours of a template of this layout. */
export interface InkPalette {
  paper: string;
  ink: string;
  sun: string;
  blooms: [string, string];
  core: string;
}

/** The templates of the layout `ink`. */
export const inkTemplates: Entry<InkPalette>[] = [
  {
    id: 8,
    colour: '#e9decb',
    prompt:
      'Bust, calm expression. A plain robe-like dark jacket. Ink mountains in mist with a red sun and a bare branch. Even light as on an overcast day. Frontal view, shallow depth. East Asian ink wash on rice paper, few confident strokes, much white.',
    paper: '#f1e8d6',
    ink: '#26323a',
    sun: '#c8402f',
    blooms: ['#d8475a', '#e98d97'],
    core: '#ffe7a8',
  },
  {
    id: 15,
    colour: '#b9c9a8',
    look: { hand: 'watercolour', material: 'paper' },
    costume: { name: 'tang-jacket', first: 3 },
    prompt:
      'Bust, serene. A jade-green jacket with a standing collar. Green and azure mountains in layers of mist with gold outlines. Even, soft light. Frontal, flat perspective. Mineral-pigment painting on silk in malachite and azurite, fine ink lines.',
    paper: '#efe6c8',
    ink: '#1f6f6a',
    sun: '#d9a23c',
    blooms: ['#f3f0e4', '#e4c88b'],
    core: '#c98a2b',
  },
  {
    id: 34,
    colour: '#8d9bb2',
    costume: { name: 'hanfu', first: 2 },
    prompt:
      'Bust, looking aside. A dark blue robe with crossed collar and sash. Plum branches before a full moon. Cool moonlight from the upper right. Frontal, shallow depth. Night scene in ink wash, blue-grey tones, white blossoms left as paper.',
    paper: '#c3cddc',
    ink: '#1d2b4a',
    sun: '#fdf6df',
    blooms: ['#fbeef0', '#e7b6c4'],
    core: '#e0a83f',
  },
  {
    id: 41,
    colour: '#e3c4a6',
    prompt:
      'Bust, peaceful. A grey jacket. Hills of red maples dissolving in mist. Diffuse light. Flat perspective. Ink wash with touches of vermilion and ochre on aged paper.',
    paper: '#f5e6d3',
    ink: '#6b3a34',
    sun: '#e0793a',
    blooms: ['#c3412c', '#e7903f'],
    core: '#f7d27c',
  },
  {
    id: 60,
    colour: '#cfc4dc',
    prompt:
      'Bust, listening to the rain. A lilac-grey jacket. Hills in soft rain, a lilac bough. Grey diffuse light. Flat perspective. Ink wash with lilac tints, slanting rain in dry brush.',
    paper: '#ece6f0',
    ink: '#4a4470',
    sun: '#b98fc4',
    blooms: ['#9a72c0', '#c9b0e0'],
    core: '#fff2c0',
  },
];
