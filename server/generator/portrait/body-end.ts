import type { Size } from '../filters/canvas.ts';
import type { Point } from '../vision/pixels.ts';
import { boxBlur, type Plane } from './box-blur.ts';

/** The upper and the lower border of what a look from near tells surely of arms, in eye distances below the eyes. */
const ARMS = { from: 2.4, to: 3.9 };

/**
 * How thick (half of it, in eye distances) and how large (in eye distances squared) a piece of a lost arm is: 0.35 where one was
 * lost, at most 0.005 with 86 other people.
 */
const HALF_THICK = 0.08;
const LEAST = 0.03;

/**
 * The row of pixels from which on bare arms may be missing: a mask `withArms` has a thick piece that a `plain` one has lost, and
 * below what is seen from near, nothing finds the rest. Without such a piece, the height of the picture.
 */
export function bodyEnd(
  { plain, withArms }: { plain: Plane; withArms: Plane },
  { width, height }: Size,
  { eyes, eyeDistance }: { eyes: Point; eyeDistance: number },
): number {
  const rowOf = (distance: number) => Math.min(height, Math.round(eyes.y + distance * eyeDistance));
  const lost = new Float32Array(plain.length);
  for (let at = 0; at < lost.length; at++) lost[at] = withArms[at]! - plain[at]! > 0.5 ? 1 : 0;
  const radius = Math.max(1, Math.round(HALF_THICK * eyeDistance));
  const thick = boxBlur(lost, { width, height }, radius).subarray(rowOf(ARMS.from) * width);
  const count = thick.filter(value => value > 0.95).length;
  return count > LEAST * eyeDistance ** 2 ? rowOf(ARMS.to) : height;
}
