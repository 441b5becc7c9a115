import type { Entry } from '../scenes/scene.ts';
import type { StudioPalette } from '../scenes/studio.ts';

/** The templates of the layout `studio`. */
export const studioTemplates: Entry<StudioPalette>[] = [
  {
    id: 6,
    colour: '#a3ad98',
    wall: ['#c3cbb4', '#6f7c68'],
    lamp: '#fff0cf',
    gel: '#6f8f8a',
  },
  {
    id: 13,
    colour: '#c27a5a',
    wall: ['#dc9a78', '#8a4630'],
    lamp: '#ffdcae',
    gel: '#a8443f',
  },
  {
    id: 32,
    colour: '#8c939b',
    wall: ['#b3bac1', '#454c55'],
    lamp: '#fff6e8',
    gel: '#6f86a3',
  },
  {
    id: 39,
    colour: '#2f6f7f',
    wall: ['#3f8797', '#12333f'],
    lamp: '#ffb070',
    gel: '#2fd0e0',
  },
  {
    id: 58,
    colour: '#e3b3b0',
    wall: ['#f0cbc4', '#b47f86'],
    lamp: '#fff4e2',
    gel: '#c79ac9',
  },
];
