import type { Canvas } from '../filters/canvas.ts';
import { type DrawnPerson, drawPerson } from '../portrait/draw-person.ts';
import type { Placed } from '../portrait/place-person.ts';
import { dressPerson } from './dress-person.ts';
import type { Worn } from './worn.ts';

/** Below this quality of the split nobody is dressed: the photo's own clothes look better. */
const LEAST_QUALITY = 0.5;

/** Draws a person where they stand, in what is worn there if head and clothes are told apart well enough. */
export function drawDressed(canvas: Canvas, placed: Placed, worn: Worn | undefined): Promise<DrawnPerson> {
  if (!worn || placed.cutOut.split.quality < LEAST_QUALITY) return drawPerson(canvas, placed);
  return drawPerson(canvas, placed, who => dressPerson(canvas, { ...who, worn }));
}
