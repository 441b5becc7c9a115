import type { Size } from '../filters/canvas.ts';
import { brightnessOf, clamp } from '../filters/math.ts';
import { boxBlur, type Plane } from '../portrait/box-blur.ts';
import type { CutOut } from '../portrait/cut-out.ts';
import { MESH } from '../vision/mesh-face.ts';
import { type Pixels, sharpFrom } from '../vision/pixels.ts';

/**
 * Maximum eye distance (pixels) in the small copy. Gradual changes of brightness and colour are computed on this copy.
 */
export const SMALL_EYES = 110;

/** A copy of a photo, reduced so that the eye distance is at most `SMALL_EYES`. */
export interface SmallCopy extends Pixels {
  /** Pixels of the copy per pixel of the photo. */
  scale: number;
  /** Planes from 0 to 1: the photo's brightness, and the person's opacity. */
  luminance: Plane;
  opacity: Plane;
}

/**
 * Makes the small copy. `zoom`: photo pixels per pixel of the copy for which the cut-out was made. `perCut`: photo
 * pixels per pixel of the cut-out.
 */
export async function makeSmallCopy(
  photo: Pixels,
  cutOut: CutOut,
  { eyeDistance, zoom, perCut }: { eyeDistance: number; zoom: number; perCut: number },
): Promise<SmallCopy> {
  const scale = Math.min(1, SMALL_EYES / eyeDistance);
  const width = Math.round(photo.width * scale);
  const height = Math.round(photo.height * scale);
  const rgb = new Uint8Array(await sharpFrom(photo).resize(width, height, { fit: 'fill' }).raw().toBuffer());
  const opacity = new Float32Array(width * height);
  const left = cutOut.inPhoto.x * zoom;
  const top = cutOut.inPhoto.y * zoom;
  const opacityAt = (row: number, column: number) => cutOut.rgba[(row * cutOut.width + column) * 4 + 3]!;
  for (let y = 0; y < height; y++) {
    const fromY = Math.min((y + 0.5) / scale - top, (cutOut.height - 1) * perCut) / perCut - 0.5;
    const row = Math.floor(fromY);
    if (row < 0 || row >= cutOut.height) continue;
    const lower = Math.min(cutOut.height - 1, row + 1);
    for (let x = 0; x < width; x++) {
      const fromX = ((x + 0.5) / scale - left) / perCut - 0.5;
      const column = Math.floor(fromX);
      if (column < 0 || column >= cutOut.width - 1) continue;
      const partX = fromX - column;
      const partY = fromY - row;
      const upper = opacityAt(row, column) * (1 - partX) + opacityAt(row, column + 1) * partX;
      const below = opacityAt(lower, column) * (1 - partX) + opacityAt(lower, column + 1) * partX;
      opacity[y * width + x] = (upper + (below - upper) * partY) / 255;
    }
  }
  const pixels = { rgb, width, height };
  const chin = cutOut.mesh[MESH.chin]!.y * perCut + top;
  fillHoles(opacity, pixels, Math.round(chin * scale), eyeDistance * scale);
  return { ...pixels, scale, opacity, luminance: luminanceOf(pixels) };
}

/**
 * Holes up to this area (in squared eye distances) are white collars or shiny buttons. Larger holes are gaps between
 * arm and body.
 */
const LARGEST_HOLE = 0.15;

/** Modifies `opacity`: fills small holes below the chin. */
function fillHoles(opacity: Plane, size: Size, chin: number, unit: number): void {
  const { width, height } = size;
  const seen = new Uint8Array(opacity.length);
  const holes = new Float32Array(opacity.length);
  const isOpen = (at: number) => opacity[at]! < 0.5 && !seen[at];
  for (let start = chin * width; start < opacity.length; start++) {
    if (!isOpen(start)) continue;
    const part: number[] = [];
    const waiting = [start];
    seen[start] = 1;
    let isOutside = false;
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      part.push(at);
      const column = at % width;
      const row = (at - column) / width;
      if (column === 0 || row === 0 || column === width - 1 || row === height - 1) isOutside = true;
      for (const next of [at - 1, at + 1, at - width, at + width]) {
        if (next < 0 || next >= opacity.length || !isOpen(next)) continue;
        if (Math.abs((next % width) - column) > 1) continue;
        seen[next] = 1;
        waiting.push(next);
      }
    }
    if (!isOutside && part.length < LARGEST_HOLE * unit ** 2) for (const at of part) holes[at] = 1;
  }
  const grown = boxBlur(holes, size, 2);
  for (let at = 0; at < opacity.length; at++)
    opacity[at] = Math.max(opacity[at]!, Math.min(1, grown[at]! * 12));
}

/** The brightness of each pixel, 0 to 1. */
export function luminanceOf({ rgb, width, height }: Pixels): Plane {
  const plane = new Float32Array(width * height);
  for (let at = 0; at < plane.length; at++)
    plane[at] = brightnessOf(rgb[at * 3]!, rgb[at * 3 + 1]!, rgb[at * 3 + 2]!) / 255;
  return plane;
}

/** The four pixels around a position: the index of the upper left pixel, and the position's offset from it, 0 to 1. */
export interface Around {
  from: number;
  partX: number;
  partY: number;
}

/** Bilinear interpolation in a plane, or in one channel of interleaved data. */
export function between(
  plane: Plane,
  width: number,
  { from, partX, partY }: Around,
  [channels, channel]: readonly [number, number] = [1, 0],
): number {
  const at = from * channels + channel;
  const below = at + width * channels;
  const upper = plane[at]! * (1 - partX) + plane[at + channels]! * partX;
  const lower = plane[below]! * (1 - partX) + plane[below + channels]! * partX;
  return upper + (lower - upper) * partY;
}

/**
 * Calls `visit` for each pixel of the photo, with the four surrounding pixels of its small copy. The `around` object
 * is reused for all calls.
 */
export function forEachPixel(
  photo: Size,
  { width, height, scale }: SmallCopy,
  visit: (at: number, around: Readonly<Around>) => void,
): void {
  const around = { from: 0, partX: 0, partY: 0 };
  for (let y = 0; y < photo.height; y++) {
    const fromY = clamp((y + 0.5) * scale - 0.5, 0, height - 1.001);
    const row = Math.floor(fromY);
    around.partY = fromY - row;
    for (let x = 0; x < photo.width; x++) {
      const fromX = clamp((x + 0.5) * scale - 0.5, 0, width - 1.001);
      const column = Math.floor(fromX);
      around.from = row * width + column;
      around.partX = fromX - column;
      visit(y * photo.width + x, around);
    }
  }
}
