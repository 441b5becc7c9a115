/** State of the random number generator (mulberry32, public domain). Each thread has its own state. */
let state: i32 = 0;

/** Added to the state for each random number. */
export const STEP: i32 = 0x6d2b79f5;

export function seedRandom(seed: i32): void {
  state = seed;
}

export function nextBits(): i32 {
  state += STEP;
  return bitsOf(state);
}

/** A random number from 0 up to, but not including, 1. */
export function nextRandom(): f32 {
  return unit(nextBits());
}

/** Converts random bits to a number from 0 up to, but not including, 1. */
export function unit(bits: i32): f32 {
  return <f32>(bits >>> 8) / 16777216;
}

/** The random bits for a generator state. */
export function bitsOf(place: i32): i32 {
  let bits = (place ^ (place >>> 15)) * (1 | place);
  bits = (bits + (bits ^ (bits >>> 7)) * (61 | bits)) ^ bits;
  return bits ^ (bits >>> 14);
}
