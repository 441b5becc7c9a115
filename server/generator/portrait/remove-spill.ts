import type { Pixels } from '../vision/pixels.ts';
import { type Plane, softBlur } from './box-blur.ts';

/** Pixels at least this opaque show nothing of the old background. */
const SOLID = 0.92;
const RADIUS = 7;

/** Joins colours and opacity; near the edge the colours come from inside the person, so that the old background leaves no rim. */
export function removeSpill(pixels: Pixels, mask: Plane): Uint8Array {
  const rgba = new Uint8Array(mask.length * 4);
  const solid = mask.map(opacity => (opacity > SOLID ? 1 : 0));
  const weight = softBlur(solid, pixels, RADIUS);

  for (let channel = 0; channel < 3; channel++) {
    const colour = solid.map((isSolid, index) => isSolid * pixels.rgb[index * 3 + channel]!);
    const spread = softBlur(colour, pixels, RADIUS);

    for (let index = 0; index < mask.length; index++) {
      const own = pixels.rgb[index * 3 + channel]!;
      const opacity = mask[index]!;
      const isEdge = opacity > 0 && opacity <= SOLID && weight[index]! > 0.02;
      const share = isEdge ? 1 - opacity * 0.55 : 0;

      rgba[index * 4 + channel] = share ? own * (1 - share) + (spread[index]! / weight[index]!) * share : own;
    }
  }

  for (let index = 0; index < mask.length; index++) rgba[index * 4 + 3] = mask[index]! * 255;

  return rgba;
}
