import type { PaperCutPalette } from '../scenes/paper-cut.ts';
import type { Entry } from '../scenes/scene.ts';

/** The templates of the layout `paper-cut`. */
export const paperCutTemplates: Entry<PaperCutPalette>[] = [
  {
    id: 3,
    colour: '#3f6f9f',
    far: '#cfe9f4',
    near: '#16315c',
    moon: '#fff4d0',
    leaf: '#2c5f8a',
  },
  {
    id: 22,
    colour: '#d2402f',
    far: '#ffe2b8',
    near: '#a3161f',
    moon: '#fff8e6',
    leaf: '#e0622f',
  },
  {
    id: 29,
    colour: '#5f9a78',
    far: '#f1f4cf',
    near: '#174a3c',
    moon: '#fffbe0',
    leaf: '#3f8a5a',
  },
  {
    id: 48,
    colour: '#b2688a',
    far: '#ffe1c4',
    near: '#5a2456',
    moon: '#fff3dc',
    leaf: '#c0587a',
  },
  {
    id: 55,
    colour: '#cfa27c',
    far: '#fff3e2',
    near: '#8a5236',
    moon: '#ffffff',
    leaf: '#b9774f',
  },
];
