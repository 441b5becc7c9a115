import sharp from 'sharp';
import { type GeneratedPic, GeneratorGaveUp } from '../generator.ts';

/**
 * Side in pixels of the thumbnails that are compared. At this size, compression artefacts disappear, but real changes
 * are visible.
 */
const side = 64;

/**
 * Two pics are the same picture if all values of their thumbnails differ by less than this (0 to 255). A picture saved
 * as JPEG with quality 90 and with quality 60 differs by up to 5; two seeds of one prompt differ by more than 40.
 */
const leastDifference = 8;

/** Throws a GeneratorGaveUp if two pics are the same picture, even recompressed: users should not pay for it twice. */
export async function refuseDoubles(pics: GeneratedPic[]): Promise<GeneratedPic[]> {
  const copies = await Promise.all(pics.map(shrink));
  for (const [index, copy] of copies.entries()) {
    const double = copies.findIndex((other, place) => place < index && isSame(copy, other));
    if (double === -1) continue;
    throw new GeneratorGaveUp(
      `Pics ${double + 1} and ${index + 1} are the same picture: the seed has no effect in the workflow or the model.`,
    );
  }
  return pics;
}

function shrink({ bytes }: GeneratedPic): Promise<Buffer> {
  return sharp(bytes).resize(side, side, { fit: 'fill' }).toColourspace('srgb').raw().toBuffer();
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.every((value, index) => Math.abs(value - other[index]!) < leastDifference);
}
