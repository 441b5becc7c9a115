import { auroraLayout } from './aurora.ts';
import { autumnLayout } from './autumn.ts';
import { blossomLayout } from './blossom.ts';
import { desertLayout } from './desert.ts';
import { galleryLayout } from './gallery.ts';
import { greenhouseLayout } from './greenhouse.ts';
import { inkLayout } from './ink.ts';
import { lanternsLayout } from './lanterns.ts';
import { libraryLayout } from './library.ts';
import { moonGateLayout } from './moon-gate.ts';
import { neonLayout } from './neon.ts';
import { nouveauLayout } from './nouveau.ts';
import { paperCutLayout } from './paper-cut.ts';
import { popLayout } from './pop.ts';
import { rainWindowLayout } from './rain-window.ts';
import type { Layout } from './scene.ts';
import { seaLayout } from './sea.ts';
import { studioLayout } from './studio.ts';
import { watercolourLayout } from './watercolour.ts';

/** All layouts, ordered so that neighbours look different. */
export const layouts: Layout[] = [
  blossomLayout,
  neonLayout,
  paperCutLayout,
  autumnLayout,
  auroraLayout,
  studioLayout,
  seaLayout,
  inkLayout,
  lanternsLayout,
  watercolourLayout,
  popLayout,
  desertLayout,
  galleryLayout,
  rainWindowLayout,
  nouveauLayout,
  libraryLayout,
  greenhouseLayout,
  moonGateLayout,
];
