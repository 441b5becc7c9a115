import { type Pixels, shrinkGrey } from './shrink-grey.ts';

/**
 * Maximum number of differing bits of near-duplicates. Copies of a photo differ in at most 2 bits; 95 % of different
 * photos differ in 23 or more.
 */
const mostDifferent = 4;

/** A 64-bit dHash. Each bit says whether a cell of an 8 × 8 grid is brighter than its right neighbour. */
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

/** True if the fingerprints show that two pictures are near-duplicates. */
export function isSamePicture(a: bigint, b: bigint): boolean {
  let different = 0;
  for (let bits = a ^ b; bits > 0n; bits &= bits - 1n) different++;
  return different <= mostDifferent;
}
