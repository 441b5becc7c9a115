import type { Canvas } from '../filters/canvas.ts';
import { type DrawnPerson, drawPerson } from '../portrait/draw-person.ts';
import type { Placed } from '../portrait/place-person.ts';
import { dressPerson } from './dress-person.ts';
import type { Worn } from './worn.ts';

/** Below this quality of the split, the photo's own clothes look better than a costume. */
const LEAST_QUALITY = 0.5;

/** Draws the photo's own clothes if nothing is worn, or if head and clothes cannot be told apart well. */
export function drawDressed(canvas: Canvas, placed: Placed, worn: Worn | undefined): Promise<DrawnPerson> {
  if (!worn || placed.cutOut.split.quality < LEAST_QUALITY) return drawPerson(canvas, placed);
  return drawPerson(canvas, placed, who => dressPerson(canvas, { ...who, worn }));
}
