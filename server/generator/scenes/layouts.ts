import { auroraLayout } from './aurora.ts';
import { blossomLayout } from './blossom.ts';
import { desertLayout } from './desert.ts';
import { inkLayout } from './ink.ts';
import { neonLayout } from './neon.ts';
import { popLayout } from './pop.ts';
import type { Layout } from './scene.ts';
import { seaLayout } from './sea.ts';

/** Every kind of scene, in an order in which neighbours look different. */
export const layouts: Layout[] = [
  blossomLayout,
  neonLayout,
  inkLayout,
  seaLayout,
  auroraLayout,
  popLayout,
  desertLayout,
];
