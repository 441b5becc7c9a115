import { brightnessOf, clamp } from '../filters/math.ts';
import { boxBlur, meanColours, modelEdges, type Plane } from '../portrait/box-blur.ts';
import type { Pixels, Point } from '../vision/pixels.ts';
import { between, forEachPixel, SMALL_EYES, type SmallCopy } from './small-copy.ts';

const colour = [
  [3, 0],
  [3, 1],
  [3, 2],
] as const;

/** Cuts the person out at the photo's full resolution, with soft edges. Returns RGBA. */
export function cutPerson(photo: Pixels, small: SmallCopy): Uint8Array {
  const { width, opacity } = small;
  const unit = SMALL_EYES;
  const { slope, offset } = modelEdges(opacity, small.luminance, small, { radius: 2, smoothness: 1e-4 });
  const inside = new Float32Array(opacity.length);
  const outside = new Float32Array(opacity.length);
  for (let at = 0; at < opacity.length; at++) {
    const share = opacity[at]!;
    inside[at] = share > 0.9 ? share : share * share * 0.3;
    outside[at] = 1 - share;
  }
  const radius = Math.max(3, Math.round(unit * 0.06));
  const front = meanColours(small, inside, radius);
  const behind = meanColours(small, outside, radius);
  const person = new Uint8Array(photo.width * photo.height * 4);

  forEachPixel(photo, small, (to, around) => {
    const { from } = around;
    const r = photo.rgb[to * 3]!;
    const g = photo.rgb[to * 3 + 1]!;
    const b = photo.rgb[to * 3 + 2]!;
    const sum = opacity[from]! + opacity[from + 1]! + opacity[from + width]! + opacity[from + width + 1]!;
    if (sum < 0.004) return;
    if (sum > 3.99) {
      person[to * 4] = r;
      person[to * 4 + 1] = g;
      person[to * 4 + 2] = b;
      person[to * 4 + 3] = 255;
      return;
    }
    const plain = between(opacity, width, around);
    const leaning = between(slope, width, around) * (brightnessOf(r, g, b) / 255);
    const followed = leaning + between(offset, width, around);
    const share = clamp(plain * 0.4 + followed * 0.6, Math.max(0, plain - 0.35), Math.min(1, plain + 0.35));
    const isKnown = front.weight[from]! > 0.004;
    const isGroundKnown = behind.weight[from]! > 0.004;
    for (let k = 0; k < 3; k++) {
      const own = photo.rgb[to * 3 + k]!;
      const f = between(front.colour, width, around, colour[k]!);
      const back = isGroundKnown ? between(behind.colour, width, around, colour[k]!) : own;
      person[to * 4 + k] =
        isKnown && share < 0.995 ? clamp(f + share * (own - share * f - (1 - share) * back), 0, 255) : own;
    }
    person[to * 4 + 3] = share * 255;
  });
  return person;
}

/**
 * Beyond these limits, the cut-out's edges would look bad on a plain background. Chosen with ID photos of sixty
 * people.
 */
const PLAIN = {
  /** Minimum mean RGB distance (0 to 441) across the person's edge. */
  contrast: 95,
  /**
   * The cut-out is rejected if the old background's colours have a higher standard deviation than `busy`, and the
   * outline is also longer than `ragged` times a smoothed outline.
   */
  busy: 85,
  ragged: 1.1,
};

/**
 * The limits are checked in this area around the eyes, and colours are compared at the distance `BESIDE` from the edge.
 * All in eye distances.
 */
const LOOKED_AT = { aside: 2.6, below: 2.2 };
const BESIDE = 0.12;

/**
 * True if the cut-out is clean enough for a plain background. It is not if hair and old background are equally dark, so
 * that hair was cut in the wrong place, or if a crowd behind the person made the outline ragged.
 */
export function canStandPlain(small: SmallCopy, eyesInPhoto: Point): boolean {
  const { opacity, rgb, width, height, scale } = small;
  const eyes = { x: eyesInPhoto.x * scale, y: eyesInPhoto.y * scale };
  const unit = SMALL_EYES;
  const bottom = Math.min(height, Math.round(eyes.y + LOOKED_AT.below * unit));
  const left = Math.max(1, Math.round(eyes.x - LOOKED_AT.aside * unit));
  const right = Math.min(width, Math.round(eyes.x + LOOKED_AT.aside * unit));
  const radius = Math.round(unit * 0.14);
  const smooth = boxBlur(boxBlur(opacity, small, radius), small, radius);
  const near = boxBlur(opacity, small, Math.round(unit * 0.35));
  const beside = Math.round(unit * BESIDE);
  const isIn = (plane: Plane, at: number) => plane[at]! >= 0.5;
  const isEdge = (plane: Plane, at: number) =>
    isIn(plane, at) !== isIn(plane, at - 1) || isIn(plane, at) !== isIn(plane, at - width);
  const length = { own: 0, smooth: 0 };
  const ground = { count: 0, sums: [0, 0, 0], squares: [0, 0, 0] };
  const contrasts: number[] = [];

  for (let y = 1; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = y * width + x;
      if (isEdge(opacity, at)) length.own++;
      if (isEdge(smooth, at)) length.smooth++;
      if (opacity[at]! < 0.02 && near[at]! > 0.02) {
        ground.count++;
        for (let k = 0; k < 3; k++) {
          ground.sums[k]! += rgb[at * 3 + k]!;
          ground.squares[k]! += rgb[at * 3 + k]! ** 2;
        }
      }
      const isUpright = isIn(opacity, at) !== isIn(opacity, at - 1);
      if (isUpright && x > left + beside && x < right - beside)
        contrasts.push(distanceOf(rgb, at + beside, at - beside));
    }
  }
  const variance = (k: number) => ground.squares[k]! / ground.count - (ground.sums[k]! / ground.count) ** 2;
  const busy = ground.count > 0 ? Math.sqrt(variance(0) + variance(1) + variance(2)) : 0;
  const contrast = contrasts.reduce((sum, value) => sum + value, 0) / Math.max(1, contrasts.length);
  const ragged = length.own / Math.max(1, length.smooth);
  return contrast >= PLAIN.contrast && !(busy > PLAIN.busy && ragged > PLAIN.ragged);
}

function distanceOf(rgb: Uint8Array, a: number, b: number): number {
  return Math.hypot(
    rgb[a * 3]! - rgb[b * 3]!,
    rgb[a * 3 + 1]! - rgb[b * 3 + 1]!,
    rgb[a * 3 + 2]! - rgb[b * 3 + 2]!,
  );
}
