import type { Size } from '../filters/canvas.ts';
import type { Point } from '../vision/pixels.ts';
import { boxBlur, type Plane } from './box-blur.ts';

/** In this range below the eyes (eye distances), the network's pass over the shoulders finds arms reliably. */
const ARMS = { from: 2.4, to: 3.9 };

/**
 * Least half thickness (eye distances) and area (squared eye distances) of a lost part of an arm. The area was 0.35
 * when an arm was lost, and at most 0.005 with 86 other people.
 */
const HALF_THICK = 0.08;
const LEAST = 0.03;

/**
 * The row from which bare arms may be missing, because `plain` lost a thick part of `withArms`, and the pass over the
 * shoulders does not see the area below. The picture's height if no arm was lost.
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
