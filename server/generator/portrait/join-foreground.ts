import type { Pixels } from '../vision/pixels.ts';
import { meanColours, type Plane } from './box-blur.ts';

/**
 * Joins colours and opacity, without the old background in the colours of the edge: Forte 2021, "Approximate Fast Foreground
 * Colour Estimation" ("blur fusion"). With F and B the blurred colours of person and ground, the colour of a pixel I is
 * F + opacity (I − opacity F − (1 − opacity) B). Returns four bytes a pixel.
 */
export function joinForeground(pixels: Pixels, opacity: Plane, eyeDistance: number): Uint8Array {
  const radius = Math.max(4, Math.round(eyeDistance * 0.07));
  const inside = new Float32Array(opacity.length);
  const outside = new Float32Array(opacity.length);
  for (let at = 0; at < opacity.length; at++) {
    const share = opacity[at]!;
    inside[at] = share > 0.9 ? share : share * share * 0.3;
    outside[at] = 1 - share;
  }
  const person = meanColours(pixels, inside, radius);
  const ground = meanColours(pixels, outside, radius);
  const rgba = new Uint8ClampedArray(opacity.length * 4);

  for (let at = 0; at < opacity.length; at++) {
    const share = opacity[at]!;
    const isEdge = share > 0 && share < 0.995 && person.weight[at]! > 0.004;

    for (let channel = 0; channel < 3; channel++) {
      const own = pixels.rgb[at * 3 + channel]!;
      const front = person.colour[at * 3 + channel]!;
      const behind = ground.weight[at]! > 0.004 ? ground.colour[at * 3 + channel]! : own;
      rgba[at * 4 + channel] = isEdge ? front + share * (own - share * front - (1 - share) * behind) : own;
    }
    rgba[at * 4 + 3] = share * 255;
  }

  return new Uint8Array(rgba.buffer);
}
