import { auroraLayout } from './aurora.ts';
import { blossomLayout } from './blossom.ts';
import type { Layout } from './scene.ts';

/** Every kind of scene, in an order in which neighbours look different. */
export const layouts: Layout[] = [blossomLayout, auroraLayout];
