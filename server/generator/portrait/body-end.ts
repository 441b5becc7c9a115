import type { Size } from '../filters/canvas.ts';
import type { Point } from '../vision/pixels.ts';
import { boxBlur, type Plane } from './box-blur.ts';

/** Area in which the pass over the shoulders finds arms reliably, in eye distances below the eyes. */
const ARMS = { from: 2.4, to: 3.9 };

/**
 * Least half thickness (eye distances) and area (eye distances squared) of a lost piece of an arm: 0.35 where an arm
 * was lost, at most 0.005 with 86 other people.
 */
const HALF_THICK = 0.08;
const LEAST = 0.03;

/**
 * The row from which bare arms may be missing: `plain` lost a thick piece of `withArms`, and nothing finds the rest
 * below the pass over the shoulders. The picture's height if no arm was lost.
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
