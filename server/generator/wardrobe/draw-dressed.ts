import type { Canvas } from '../filters/canvas.ts';
import { brightnessOf } from '../filters/math.ts';
import type { CutOut } from '../portrait/cut-out.ts';
import { asDressed, type DrawnPerson, drawPerson } from '../portrait/draw-person.ts';
import { type Placed, placeOf } from '../portrait/place-person.ts';
import { colourOf, mix } from '../scenes/colour.ts';
import { dressPerson } from './dress-person.ts';
import type { Worn } from './worn.ts';

/** If the quality of the split is lower, the photo's own clothes look better than a costume. */
const LEAST_QUALITY = 0.5;

/** If the photo crops the body, the person may be enlarged by up to this factor. Beyond it, a body is drawn instead. */
const MOST_ENLARGEMENT = 1.15;

/** False if the split of head and clothes is too poor for a costume. */
export const canDress = ({ split }: CutOut): boolean => split.quality >= LEAST_QUALITY;

/** Keeps the photo's own clothes if there is no costume, or if head and clothes cannot be separated well. */
export function drawDressed(canvas: Canvas, placed: Placed, worn: Worn | undefined): Promise<DrawnPerson> {
  const dressed = canDress(placed.cutOut) ? (worn ?? plain(canvas, placed)) : undefined;
  return drawPerson(canvas, placed, dressed && (who => dressPerson(canvas, { ...who, worn: dressed })));
}

/** Luminance limits (0 to 255) of drawn cloth. Darker or lighter cloth would show no folds. */
const RANGE = { darkest: 48, lightest: 216 };

/**
 * A roll-neck in the colour of the photo's clothes, if the face would otherwise have to fill the picture to hide the
 * photo's borders.
 */
function plain(canvas: Canvas, placed: Placed): Worn | undefined {
  const { cutOut, slot, shot } = placed;
  const wanted = slot.eyes * canvas.unit * shot.eyes;
  const drawn = placeOf(canvas, asDressed(placed)).eyeDistance;
  if (placeOf(canvas, placed).eyeDistance < Math.max(wanted, drawn) * MOST_ENLARGEMENT) return undefined;

  const cloth = inRange(cutOut.split.cloth);
  return { costume: 'roll-neck', colours: { cloth, under: cloth, accent: cloth }, seed: 1 };
}

function inRange(cloth: string): string {
  const brightness = brightnessOf(...colourOf(cloth));
  const missing = (RANGE.darkest - brightness) / (255 - brightness);
  if (missing > 0) return mix(cloth, '#ffffff', missing);
  return mix(cloth, '#000000', Math.max(0, 1 - RANGE.lightest / brightness));
}
