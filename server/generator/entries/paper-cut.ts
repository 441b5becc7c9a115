import type { Entry } from './entry.ts';

/** The colours of a template of this layout. */
export interface PaperCutPalette {
  /** The glowing ground and the sheet that lies nearest. */
  far: string;
  near: string;
  moon: string;
  leaf: string;
}

/** The templates of the layout `paper-cut`. */
export const paperCutTemplates: Entry<PaperCutPalette>[] = [
  {
    id: 3,
    colour: '#3f6f9f',
    look: { inks: ['#132448', '#2f5f92', '#6a9cc0', '#b8d2de', '#fbf3dc'] },
    costume: { name: 'roll-neck', first: 3 },
    prompt:
      'Bust, facing forward. A plain dark blue roll-neck. In front of layered cut-paper clouds and a large pale moon. Flat, even light with one clear shadow edge. Straight-on, no distortion. Screen print in five blues and cream, crisp edges, slight paper grain.',
    far: '#cfe9f4',
    near: '#16315c',
    moon: '#fff4d0',
    leaf: '#2c5f8a',
  },
  {
    id: 22,
    colour: '#d2402f',
    look: { inks: ['#3a0c18', '#b8303a', '#ee6a3c', '#f8b88c', '#fff0dc'] },
    prompt:
      'Bust, upright. A dark red jacket. A tunnel of vermilion paper-cut leaves and clouds. Even light. Frontal. Chinese paper-cut print in vermilion, carmine and cream, sharp cut edges.',
    far: '#ffe2b8',
    near: '#a3161f',
    moon: '#fff8e6',
    leaf: '#e0622f',
  },
  {
    id: 29,
    colour: '#5f9a78',
    look: { hand: 'watercolour', material: 'paper' },
    costume: { name: 'cable-knit', first: 1 },
    prompt:
      'Bust, calm. A moss-green cable-knit jumper. Layers of fern leaves opening to light. Soft light from the centre behind. Frontal. Watercolour and cut paper in greens, crisp layered shapes.',
    far: '#f1f4cf',
    near: '#174a3c',
    moon: '#fffbe0',
    leaf: '#3f8a5a',
  },
  {
    id: 48,
    colour: '#b2688a',
    look: { hand: 'comic', material: 'none' },
    costume: { name: 'blazer', first: 3 },
    prompt:
      'Bust, friendly. A plum blazer over a dark roll-neck. Layered paper hills in plum and apricot. Even light, one shadow tone. Frontal. Clean-line comic with flat apricot and plum colours, paper texture.',
    far: '#ffe1c4',
    near: '#5a2456',
    moon: '#fff3dc',
    leaf: '#c0587a',
  },
  {
    id: 55,
    colour: '#cfa27c',
    look: { hand: 'pencil', material: 'none' },
    prompt:
      'Bust, three-quarter view. A sandstone-coloured shirt. Layers of plain cut paper behind. Soft light from the upper left. 85 mm. Sanguine and graphite drawing on toned paper, white highlights.',
    far: '#fff3e2',
    near: '#8a5236',
    moon: '#ffffff',
    leaf: '#b9774f',
  },
];
