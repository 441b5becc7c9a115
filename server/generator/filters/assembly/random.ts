/** Where the row of random numbers is (mulberry32, public domain); each thread has its own. */
let state: i32 = 0;

/** How far it goes with each number. */
export const STEP: i32 = 0x6d2b79f5;

export function seedRandom(seed: i32): void {
  state = seed;
}

export function nextBits(): i32 {
  state += STEP;
  return bitsOf(state);
}

/** 0 to 1, below 1. */
export function nextRandom(): f32 {
  return unit(nextBits());
}

/** Bits as a number from 0 to 1, below 1. */
export function unit(bits: i32): f32 {
  return <f32>(bits >>> 8) / 16777216;
}

/** The random bits of a place of the row. */
export function bitsOf(place: i32): i32 {
  let bits = (place ^ (place >>> 15)) * (1 | place);
  bits = (bits + (bits ^ (bits >>> 7)) * (61 | bits)) ^ bits;
  return bits ^ (bits >>> 14);
}
