// Weights of the eight sectors of the Kuwahara filter. A vector has four sectors, each a quarter turn from the next.

const ROOT_HALF: f32 = <f32>Math.SQRT1_2;

/** Constants of the paper's polynomial: how far a sector extends past the centre, and how fast it ends at its sides. */
const ZETA: f32 = 0.33;
const ETA: f32 = (0.33 + 0.92387953) / (0.38268343 * 0.38268343);

/** Rotates a position by an eighth of a turn, half the angle between two sectors of a vector. */
export function turnedByHalf(place: v128): v128 {
  const along = f32x4.mul(place, f32x4.splat(ROOT_HALF));
  const aside = f32x4.mul(swapped(place), f32x4(-ROOT_HALF, ROOT_HALF, -ROOT_HALF, ROOT_HALF));
  return f32x4.add(along, aside);
}

/** Weights of the four sectors of a vector: max(0, ±y + ZETA − ETA x²)², and the same with x and y exchanged. */
export function sectorWeights(place: v128): v128 {
  const curve = f32x4.mul(f32x4.splat(ETA), f32x4.mul(place, place));
  const ahead = f32x4.mul(swapped(place), f32x4(1, -1, -1, 1));
  const weights = f32x4.max(f32x4.splat(0), f32x4.add(f32x4.sub(f32x4.splat(ZETA), curve), ahead));

  return f32x4.mul(weights, weights);
}

function swapped(place: v128): v128 {
  return v128.shuffle<f32>(place, place, 1, 0, 3, 2);
}

/** Converts the weights of a position's four sectors to those of the position on the other side of the centre. */
export function opposite(weights: v128): v128 {
  return v128.shuffle<f32>(weights, weights, 2, 3, 0, 1);
}

/** The sum of four numbers, in all four lanes. */
export function sumInLanes(value: v128): v128 {
  const pairs = f32x4.add(value, swapped(value));
  return f32x4.add(pairs, opposite(pairs));
}
