import type { Plane } from './box-blur.ts';

/** The brightness (0 to 255) of each pixel of a picture with three numbers a pixel. */
export function brightnessOf(pic: Float32Array): Plane {
  const plane = new Float32Array(pic.length / 3);

  for (let index = 0; index < plane.length; index++) {
    const at = index * 3;
    plane[index] = pic[at]! * 0.299 + pic[at + 1]! * 0.587 + pic[at + 2]! * 0.114;
  }

  return plane;
}
