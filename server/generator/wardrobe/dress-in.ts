import type { CutOut } from '../portrait/cut-out.ts';
import type { Dress } from '../portrait/set-stage.ts';
import { dressPerson } from './dress-person.ts';
import type { Worn } from './worn.ts';

/** Below this quality of the split nobody is dressed: the photo's own clothes look better. */
const LEAST_QUALITY = 0.5;

/** Dresses the person, where head and clothes are told apart well enough. */
export function dressIn(worn: Worn, { split }: CutOut): Dress | undefined {
  if (split.quality < LEAST_QUALITY) return undefined;
  return (canvas, who) => dressPerson(canvas, { ...who, worn });
}
