import { smoothstep } from '../filters/math.ts';
import type { Pixels, Point } from '../vision/pixels.ts';
import { boxBlur, meanColours, type Plane, varianceOf } from './box-blur.ts';

/**
 * Squared RGB distance from the background: up to `same`, a pixel is certainly a gap; from `different` on, it is none.
 * A gap's distance from the hair colour must be at least `nearer` times as large. `size`: half a gap's size, in eye
 * distances.
 */
const GAP = { same: 14 ** 2, different: 34 ** 2, nearer: 9, size: 0.03 };

/** Squared RGB distance between hair and background. Gaps are opened partly above `from`, and fully above `surely`. */
const CLEAR = { from: 78 ** 2, surely: 110 ** 2 };

/**
 * Distance within which the colours of background and hair are averaged, and the ellipse of the face, which has no
 * gaps. In eye distances.
 */
const NEAR_GROUND = 0.3;
const FACE = { middle: 0.25, half: 0.85, high: 1.15 };

/** Gaps are searched for down to this distance below the eyes, in eye distances. */
const LOWEST = 1.1;

/**
 * Makes gaps between curls transparent, except on the face. A gap has the colour of the nearby background, which must
 * be uniform.
 */
export function openGaps(
  opacity: Plane,
  { rgb, width, ...whole }: Pixels,
  { eyes, eyeDistance }: { eyes: Point; eyeDistance: number },
): Plane {
  const height = Math.min(whole.height, Math.round(eyes.y + eyeDistance * LOWEST));
  const upper = { rgb, width, height };
  const seen = opacity.subarray(0, width * height);
  const radius = Math.round(eyeDistance * NEAR_GROUND);
  const isBeside = (at: number) => {
    const aside = ((at % width) - eyes.x) / (eyeDistance * FACE.half);
    const down = (Math.floor(at / width) - eyes.y - eyeDistance * FACE.middle) / (eyeDistance * FACE.high);
    return aside * aside + down * down > 1;
  };
  const isGround = new Float32Array(seen.length);
  const isHair = new Float32Array(seen.length);
  for (let at = 0; at < seen.length; at++) {
    isGround[at] = seen[at]! < 0.03 ? 1 : 0;
    isHair[at] = seen[at]! > 0.97 && isBeside(at) ? 1 : 0;
  }
  const ground = meanColours(upper, isGround, radius);
  const motley = varianceOf(upper, isGround, ground, radius);
  const hair = meanColours(upper, isHair, radius);

  const gaps = new Float32Array(seen.length);
  for (let at = 0; at < gaps.length; at++) {
    const isKnown = ground.weight[at]! >= 0.02 && hair.weight[at]! >= 0.02;
    if (seen[at] === 0 || !isKnown || !isBeside(at)) continue;
    const fromGround = apart(rgb, ground.colour, at);
    if (apart(rgb, hair.colour, at) < GAP.nearer * fromGround) continue;
    const isPlain = smoothstep(GAP.different, GAP.same, motley[at]!);
    const isClear = smoothstep(CLEAR.from, CLEAR.surely, apart(hair.colour, ground.colour, at));
    gaps[at] = isPlain * isClear * smoothstep(GAP.different, GAP.same, fromGround);
  }
  // Ignore single pixels, because shiny hair has specks in the background's colour.
  const around = boxBlur(gaps, upper, Math.max(1, Math.round(eyeDistance * GAP.size)));
  const open = opacity.slice();
  for (let at = 0; at < gaps.length; at++) open[at]! *= 1 - gaps[at]! * smoothstep(0.4, 0.65, around[at]!);
  return open;
}

/** Squared RGB distance between two pictures at the same pixel; `at` is its index. */
function apart(one: ArrayLike<number>, other: ArrayLike<number>, at: number): number {
  let sum = 0;
  for (let channel = at * 3; channel < at * 3 + 3; channel++) sum += (one[channel]! - other[channel]!) ** 2;
  return sum;
}
