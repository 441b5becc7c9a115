import { brightnessOf } from '../filters/math.ts';
import { EYES, FACE_OVAL } from '../vision/face-contours.ts';
import { forEachInside } from '../vision/inside-polygon.ts';
import type { Pixels, Point } from '../vision/pixels.ts';

/** The 98th percentile of brightness (0 to 255) in a well-exposed photo. */
const BRIGHT_END = 240;
const LEAST_GAIN = 1;
const MOST_GAIN = 1.7;

/** In good light, the whites of the eyes are brighter than this with any skin colour. Measured: 121 to 203. */
const DIM_EYE_WHITE = 110;
const MOST_LIFT = 1.4;

/** Values above this brightness are compressed to avoid clipping to pure white. */
const SHOULDER = 205;

/**
 * The gain for a good exposure. It is based on the photo's brightest parts (a shirt, a wall), never on the face, so
 * that a dark face stays dark. With a bright window behind the person, the gain would be too low. The whites of the
 * eyes, which look similar in all people, then show how dim the light is.
 */
export function exposureOf(photo: Pixels, mesh: Point[]): number {
  const all = Array.from({ length: 256 }, () => 0);
  for (let at = 0; at < photo.width * photo.height; at += 7) all[brightnessAt(photo, at)]!++;

  const gain = Math.min(MOST_GAIN, Math.max(LEAST_GAIN, BRIGHT_END / Math.max(1, percentileOf(all, 0.98))));
  return gain * liftOf(photo, mesh, gain);
}

/** Applies a gain to a brightness. Above `SHOULDER`, the result approaches white but never reaches it. */
export function expose(value: number, gain: number): number {
  const raised = value * gain;
  if (raised <= SHOULDER) return raised;

  const room = 255 - SHOULDER;
  return SHOULDER + room * (1 - Math.exp(-(raised - SHOULDER) / room));
}

/** Additional gain if the whites of the eyes are dim. 1 with dark glasses, which are no brighter than the skin. */
function liftOf(photo: Pixels, mesh: Point[], gain: number): number {
  const eyes = EYES.map(contour => percentileOf(histogramInside(photo, mesh, contour), 0.95));
  const skin = percentileOf(histogramInside(photo, mesh, FACE_OVAL), 0.5);
  const white = Math.max(...eyes);
  if (white <= skin) return 1;

  return Math.min(MOST_LIFT, Math.max(1, DIM_EYE_WHITE / (white * gain)));
}

function histogramInside(photo: Pixels, mesh: Point[], contour: readonly number[]): number[] {
  const histogram = Array.from({ length: 256 }, () => 0);
  const polygon = contour.map(index => mesh[index]!);
  forEachInside(polygon, photo, at => histogram[brightnessAt(photo, at)]!++);
  return histogram;
}

function brightnessAt({ rgb }: Pixels, at: number): number {
  return Math.round(brightnessOf(rgb[at * 3]!, rgb[at * 3 + 1]!, rgb[at * 3 + 2]!));
}

/** The brightness below which a fraction `share` of the counted pixels lie; 0 if the histogram is empty. */
function percentileOf(histogram: number[], share: number): number {
  const wanted = histogram.reduce((sum, count) => sum + count, 0) * share;
  let below = 0;
  return Math.max(
    0,
    histogram.findIndex(count => {
      below += count;
      return below > 0 && below >= wanted;
    }),
  );
}
