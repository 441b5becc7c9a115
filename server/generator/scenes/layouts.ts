import { auroraLayout } from './aurora.ts';
import { autumnLayout } from './autumn.ts';
import { blossomLayout } from './blossom.ts';
import { desertLayout } from './desert.ts';
import { inkLayout } from './ink.ts';
import { lanternsLayout } from './lanterns.ts';
import { neonLayout } from './neon.ts';
import { paperCutLayout } from './paper-cut.ts';
import { popLayout } from './pop.ts';
import type { Layout } from './scene.ts';
import { seaLayout } from './sea.ts';
import { studioLayout } from './studio.ts';
import { watercolourLayout } from './watercolour.ts';

/** Every kind of scene, in an order in which neighbours look different. */
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
];
