import sharp, { type Sharp } from 'sharp';
import { openPhoto } from '../photo-header.ts';

/** An upright picture in memory: three bytes a pixel (red, green, blue), row by row. */
export interface Pixels {
  rgb: Uint8Array;
  width: number;
  height: number;
}

/** A place in a picture, in its pixels. */
export interface Point {
  x: number;
  y: number;
}

/** The long side that photos are reduced to: more pixels do not show in a pic of 768 × 1024. */
const LONGEST_SIDE = 1440;

/** Decodes a photo, turns it upright as its EXIF data says, and reduces it; rejects when it cannot be read. */
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

/** Opens pixels for further work in sharp. */
export function sharpFrom(pixels: Pixels): Sharp {
  return sharp(pixels.rgb, { raw: { width: pixels.width, height: pixels.height, channels: 3 } });
}

/** A whole picture in a square that a network looks at. */
export interface Square {
  rgb: Uint8Array;
  /** Pixels of the picture to one of the square. */
  scale: number;
  /** From a place in the square to the picture, each in its pixels. */
  toPhoto(x: number, y: number): Point;
}

/** Lays a picture into a black square of this side. */
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

/** A square cut out of a picture in any position: `toPhoto` says where a place in it (0 to 1, 0 to 1) lies in the picture. */
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
