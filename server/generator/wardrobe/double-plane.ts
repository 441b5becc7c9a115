import type { Size } from '../filters/canvas.ts';
import { clamp } from '../filters/math.ts';
import type { Plane } from '../portrait/box-blur.ts';

/** A plane at twice the size. */
export function doublePlane(plane: Plane, { width, height }: Size): Plane {
  const result = new Float32Array(plane.length * 4);
  for (let y = 0; y < height * 2; y++) {
    const near = (y >> 1) * width;
    const far = clamp((y >> 1) + (y % 2 === 0 ? -1 : 1), 0, height - 1) * width;
    for (let x = 0; x < width * 2; x++) {
      const column = x >> 1;
      const beside = clamp(column + (x % 2 === 0 ? -1 : 1), 0, width - 1);
      result[y * width * 2 + x] =
        (plane[near + column]! * 9 +
          plane[near + beside]! * 3 +
          plane[far + column]! * 3 +
          plane[far + beside]!) /
        16;
    }
  }
  return result;
}
