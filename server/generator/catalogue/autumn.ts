import type { AutumnPalette } from '../scenes/autumn.ts';
import type { Entry } from '../scenes/scene.ts';

/** The templates of the layout `autumn`. */
export const autumnTemplates: Entry<AutumnPalette>[] = [
  {
    id: 4,
    colour: '#e08a3c',
    haze: ['#ffe2a8', '#f7b15c', '#c8622c'],
    trunks: '#5a3322',
    leaves: ['#e8542c', '#f58a2c', '#ffc04a', '#b8321f'],
    sun: '#fff3c8',
  },
  {
    id: 23,
    colour: '#efc94a',
    haze: ['#fff6cf', '#fbdc70', '#d9a52c'],
    trunks: '#6b5330',
    leaves: ['#ffd93b', '#f4b81f', '#ffea8a', '#d99a16'],
    sun: '#fffdf0',
  },
  {
    id: 30,
    colour: '#7fb069',
    haze: ['#eef8cf', '#a9d27a', '#3f7f4a'],
    trunks: '#3a4a2e',
    leaves: ['#6fbf4a', '#a4d95a', '#3f9a4f', '#d6ec8a'],
    sun: '#fdffe0',
  },
  {
    id: 37,
    colour: '#b0434a',
    haze: ['#ffd8c4', '#e0766a', '#7a2438'],
    trunks: '#3f1c26',
    leaves: ['#d02f3f', '#f0603f', '#8f1f3a', '#ffa06a'],
    sun: '#ffe9d6',
  },
  {
    id: 56,
    colour: '#7fa3a8',
    haze: ['#e6f1ee', '#a3c2c4', '#44707c'],
    trunks: '#2c4650',
    leaves: ['#6f9fa0', '#a9cfc4', '#4a7f86', '#e3efdf'],
    sun: '#ffffff',
  },
];
