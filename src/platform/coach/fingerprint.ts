import { type Pixels, shrinkGrey } from './shrink-grey.ts';

/** Copies of a photo, saved again smaller or with another quality, differ in at most 2 bits; 5 % of other photos in fewer than 23. */
const mostDifferent = 4;

/** A photo in 64 bits (dHash): whether each of 8 × 8 places is brighter than the one to its right. */
export function fingerprintOf(picture: Pixels): bigint {
  const grey = shrinkGrey(picture, 9, 8);
  let bits = 0n;
  for (let y = 0; y < 8; y++) {
    for (let x = 0; x < 8; x++) {
      const isBrighter = grey[y * 9 + x]! > grey[y * 9 + x + 1]!;
      bits = (bits << 1n) | BigInt(isBrighter);
    }
  }
  return bits;
}

/** Whether two fingerprints are those of almost the same picture. */
export function isSamePicture(a: bigint, b: bigint): boolean {
  let different = 0;
  for (let bits = a ^ b; bits > 0n; bits &= bits - 1n) different++;
  return different <= mostDifferent;
}
