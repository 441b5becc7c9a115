import type { Entry } from './entry.ts';

/** The colours of a template of this layout. */
export interface GalleryPalette {
  wall: [light: string, dark: string];
  drapery: string;
  /** Gilding of the frame at the border of the wall. */
  gold: string;
  lamp: string;
}

/** The templates of the layout `gallery`. */
export const galleryTemplates: Entry<GalleryPalette>[] = [
  {
    id: 61,
    shot: 'half-body',
    colour: '#6b3a2c',
    costume: { name: 'ruff', first: 0 },
    prompt:
      'Seated half-length portrait, hands out of frame. A black doublet with a white ruff. A gallery wall in umber with a crimson curtain falling on one side. One warm window high on the left, deep shadow on the right. 85 mm, f/4. Old-master oil on canvas, glazed shadows, thick highlights.',
    wall: ['#7a5238', '#1e120d'],
    drapery: '#9a2430',
    gold: '#c9983f',
    lamp: '#ffd9a0',
  },
  {
    id: 62,
    shot: 'half-body',
    colour: '#4d5238',
    costume: { name: 'ruff', first: 2 },
    prompt:
      'Half-length portrait, three-quarter view. A deep green doublet with a wide white ruff. An olive wall with heavy bottle-green drapery. Soft north light from the left. 85 mm, f/4. Nineteenth-century salon portrait in oil, visible canvas.',
    wall: ['#6f7150', '#1c2016'],
    drapery: '#1f4a3c',
    gold: '#b89a54',
    lamp: '#f6e6bc',
  },
  {
    id: 75,
    shot: 'half-body',
    colour: '#4a4640',
    costume: { name: 'armour' },
    prompt:
      'Half-length portrait, steady gaze. Polished plate armour with gilded rims. A castle wall in grey umber with a blue curtain. One tall window on the left, deep shadow on the right. 85 mm, f/4. Old-master oil on canvas, bright reflections on steel.',
    wall: ['#6f6a60', '#191715'],
    drapery: '#2b3f6b',
    gold: '#b8924a',
    lamp: '#f4e2c0',
  },
];
