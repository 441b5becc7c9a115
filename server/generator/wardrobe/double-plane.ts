import type { Size } from '../filters/canvas.ts';
import { clamp } from '../filters/math.ts';
import type { Plane } from '../portrait/box-blur.ts';

/** A plane at twice the size: its value at a pixel there. Whole planes of that size would be garbage after each picture. */
export function doublePlane(plane: Plane, { width, height }: Size): (x: number, y: number) => number {
  return (x, y) => {
    const near = (y >> 1) * width;
    const far = clamp((y >> 1) + (y % 2 === 0 ? -1 : 1), 0, height - 1) * width;
    const column = x >> 1;
    const beside = clamp(column + (x % 2 === 0 ? -1 : 1), 0, width - 1);
    const sum =
      plane[near + column]! * 9 + plane[near + beside]! * 3 + plane[far + column]! * 3 + plane[far + beside]!;
    return Math.fround(sum / 16);
  };
}
