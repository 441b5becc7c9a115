import type { Pixels, Point } from '../vision/pixels.ts';
import type { Plane } from './box-blur.ts';

/** Distances from a point to the sides of a rectangle. */
export interface Around {
  left: number;
  right: number;
  above: number;
  below: number;
}

/** A rotated picture, and a function that undoes the rotation. */
export interface Turned {
  pixels: Pixels;
  /** Centre of the rotation, in pixels of the rotated picture. */
  middle: Point;
  /** Rotates a plane of this size back; 0 for pixels outside this picture. */
  back(plane: Plane): Plane;
}

/**
 * Rotates a picture counterclockwise by `angle` radians about a point, and crops it to `around`. Mirrors the picture
 * beyond its borders, because the network mistakes plain corners for objects, and smeared borders for background.
 */
export function turnUpright(picture: Pixels, about: Point, angle: number, around: Around): Turned {
  const width = Math.round(around.left + around.right);
  const height = Math.round(around.above + around.below);
  const middle = { x: around.left, y: around.above };
  const from = { cos: Math.cos(angle), sin: Math.sin(angle) };
  const rgb = new Uint8Array(width * height * 3);

  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const right = x - middle.x;
      const down = y - middle.y;
      const fromX = about.x + right * from.cos - down * from.sin;
      const fromY = about.y + right * from.sin + down * from.cos;
      const to = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel++)
        rgb[to + channel] = between(picture.rgb, picture, { x: fromX, y: fromY, step: 3, channel });
    }
  }

  const back = (plane: Plane) => {
    const result = new Float32Array(picture.width * picture.height);
    for (let y = 0; y < picture.height; y++) {
      for (let x = 0; x < picture.width; x++) {
        const right = x - about.x;
        const down = y - about.y;
        const toX = middle.x + right * from.cos + down * from.sin;
        const toY = middle.y - right * from.sin + down * from.cos;
        if (toX < 0 || toY < 0 || toX > width - 1 || toY > height - 1) continue;
        result[y * picture.width + x] = between(plane, { width, height }, { x: toX, y: toY });
      }
    }
    return result;
  };
  return { pixels: { rgb, width, height }, middle, back };
}

/** Bilinear sample of values that are mirrored outside the picture. */
function between(
  values: Uint8Array | Plane,
  { width, height }: { width: number; height: number },
  { x, y, step = 1, channel = 0 }: Point & { step?: number; channel?: number },
): number {
  const inX = mirrored(x, width - 1);
  const inY = mirrored(y, height - 1);
  const column = Math.min(width - 2, Math.floor(inX));
  const row = Math.min(height - 2, Math.floor(inY));
  const upper = (row * width + column) * step + channel;
  const lower = upper + width * step;
  const partX = inX - column;
  const above = values[upper]! * (1 - partX) + values[upper + step]! * partX;
  const below = values[lower]! * (1 - partX) + values[lower + step]! * partX;
  return above + (below - above) * (inY - row);
}

function mirrored(place: number, last: number): number {
  const inside = Math.abs(place) > last ? 2 * last - Math.abs(place) : Math.abs(place);
  return Math.max(0, inside);
}
