// Weights of the Kuwahara filter's eight sectors. A vector holds four sectors that are 90° apart.

const ROOT_HALF: f32 = <f32>Math.SQRT1_2;

/**
 * Parameters of the paper's polynomial. ZETA: how far a sector extends past the centre. ETA: how fast it falls off at
 * its sides.
 */
const ZETA: f32 = 0.33;
const ETA: f32 = (0.33 + 0.92387953) / (0.38268343 * 0.38268343);

/** Rotates a position by 45°, which maps the sectors of one vector to those of the other vector. */
export function turnedByHalf(place: v128): v128 {
  const along = f32x4.mul(place, f32x4.splat(ROOT_HALF));
  const aside = f32x4.mul(swapped(place), f32x4(-ROOT_HALF, ROOT_HALF, -ROOT_HALF, ROOT_HALF));
  return f32x4.add(along, aside);
}

/** Weights of a vector's four sectors: max(0, ±y + ZETA − ETA x²)², and the same with x and y swapped. */
export function sectorWeights(place: v128): v128 {
  const curve = f32x4.mul(f32x4.splat(ETA), f32x4.mul(place, place));
  const ahead = f32x4.mul(swapped(place), f32x4(1, -1, -1, 1));
  const weights = f32x4.max(f32x4.splat(0), f32x4.add(f32x4.sub(f32x4.splat(ZETA), curve), ahead));

  return f32x4.mul(weights, weights);
}

function swapped(place: v128): v128 {
  return v128.shuffle<f32>(place, place, 1, 0, 3, 2);
}

/** Converts a position's sector weights to the weights of the position mirrored through the centre. */
export function opposite(weights: v128): v128 {
  return v128.shuffle<f32>(weights, weights, 2, 3, 0, 1);
}

/** The sum of a vector's four lanes, in all four lanes of the result. */
export function sumInLanes(value: v128): v128 {
  const pairs = f32x4.add(value, swapped(value));
  return f32x4.add(pairs, opposite(pairs));
}
