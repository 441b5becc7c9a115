import sharp, { type Sharp } from 'sharp';
import { openPhoto } from '../photo-header.ts';

/** An upright picture: three bytes per pixel (red, green, blue), row by row. */
export interface Pixels {
  rgb: Uint8Array;
  width: number;
  height: number;
}

/** A position in pixels of a picture. */
export interface Point {
  x: number;
  y: number;
}

/** Photos are reduced to this length of their longer side (pixels). More pixels would be invisible in a pic. */
const LONGEST_SIDE = 1440;

/**
 * Decodes a photo, rotates it upright according to its EXIF orientation, and reduces it. Rejects if it is unreadable.
 */
export async function readPixels(bytes: Uint8Array, longestSide = LONGEST_SIDE): Promise<Pixels> {
  const photo = await openPhoto(bytes);
  const { data, info } = await photo
    .rotate()
    .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });

  return { rgb: data, width: info.width, height: info.height };
}

export function sharpFrom(pixels: Pixels): Sharp {
  return sharp(pixels.rgb, { raw: { width: pixels.width, height: pixels.height, channels: 3 } });
}

/** A whole picture, letterboxed into a square for a network. */
export interface Square {
  rgb: Uint8Array;
  /** Picture pixels per pixel of the square. */
  scale: number;
  /** Maps pixels of the square to pixels of the picture. */
  toPhoto(x: number, y: number): Point;
}

/** Letterboxes a picture into a black square. */
export async function inSquare(photo: Pixels, side: number): Promise<Square> {
  const rgb = await sharpFrom(photo)
    .resize(side, side, { fit: 'contain', background: '#000000' })
    .raw()
    .toBuffer();
  const scale = Math.max(photo.width, photo.height) / side;
  const marginX = (side - photo.width / scale) / 2;
  const marginY = (side - photo.height / scale) / 2;
  return { rgb, scale, toPhoto: (x, y) => ({ x: (x - marginX) * scale, y: (y - marginY) * scale }) };
}

/** Crops a square from a picture. `toPhoto` maps a position in the square (0 to 1) to the picture. */
export function uprightSquare(
  photo: Pixels,
  size: number,
  toPhoto: (u: number, v: number) => Point,
): Uint8Array {
  const square = new Uint8Array(size * size * 3);

  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const place = toPhoto(x / size, y / size);
      const column = Math.min(photo.width - 1, Math.max(0, Math.round(place.x)));
      const row = Math.min(photo.height - 1, Math.max(0, Math.round(place.y)));
      const from = (row * photo.width + column) * 3;

      square.set(photo.rgb.subarray(from, from + 3), (y * size + x) * 3);
    }
  }

  return square;
}
