import type { Size } from '../filters/canvas.ts';
import type { Point } from '../vision/pixels.ts';
import { boxBlur, type Plane } from './box-blur.ts';

/** In this range below the eyes (in eye distances), the network's shoulder pass finds arms reliably. */
const ARMS = { from: 2.4, to: 3.9 };

/**
 * A lost arm must have at least this half thickness (eye distances) and this area (squared eye distances). A lost arm
 * had an area of 0.35; in photos of 86 other people, the area was at most 0.005.
 */
const HALF_THICK = 0.08;
const LEAST = 0.03;

/**
 * The row from which bare arms may be missing; the picture's height if no arm is lost. An arm counts as lost if
 * `plain` lacks a thick part of `withArms`. The shoulder pass does not cover the area below the returned row.
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
