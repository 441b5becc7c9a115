import { type Pixels, shrinkGrey } from './shrink-grey.ts';

/** Copies of a photo differ in at most 2 bits; only 5 % of pairs of different photos differ in fewer than 23. */
const mostDifferent = 4;

/** A dHash of 64 bits. Each of 8 × 8 bits says if a place is brighter than its right neighbour. */
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

/** True if two pictures are near-duplicates, judged by their fingerprints. */
export function isSamePicture(a: bigint, b: bigint): boolean {
  let different = 0;
  for (let bits = a ^ b; bits > 0n; bits &= bits - 1n) different++;
  return different <= mostDifferent;
}
