import type { PopPalette } from '../scenes/pop.ts';
import type { Entry } from '../scenes/scene.ts';

/** The templates of the layout `pop`. */
export const popTemplates: Entry<PopPalette>[] = [
  {
    id: 11,
    colour: '#ffd02e',
    ground: '#ffd400',
    rays: '#ff9d00',
    disc: '#08d9d6',
    accent: '#ff2e63',
    dots: '#ff2e63',
  },
  {
    id: 18,
    colour: '#ff9cc8',
    ground: '#ffb3d9',
    rays: '#ff86c0',
    disc: '#fff27a',
    accent: '#6a4cff',
    dots: '#ffffff',
  },
  {
    id: 25,
    colour: '#3a6cf0',
    ground: '#2f6bff',
    rays: '#1b46d1',
    disc: '#ffde3b',
    accent: '#ff5a36',
    dots: '#8ed0ff',
  },
  {
    id: 44,
    colour: '#8fe3c4',
    ground: '#a5f0d2',
    rays: '#62d9ae',
    disc: '#ff6b6b',
    accent: '#1f3b73',
    dots: '#1f9f7a',
  },
  {
    id: 51,
    colour: '#ff7a4f',
    ground: '#ff7043',
    rays: '#f4432c',
    disc: '#ffe9c7',
    accent: '#5b2a86',
    dots: '#ffc13b',
  },
];
