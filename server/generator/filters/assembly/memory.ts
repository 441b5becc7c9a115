/** Size in bytes of a plane's value and of a picture's pixel. */
export const FLOAT: usize = 4;
export const PIXEL: usize = 16;

export function sumOfLanes(value: v128): f32 {
  return (
    f32x4.extract_lane(value, 0) +
    f32x4.extract_lane(value, 1) +
    f32x4.extract_lane(value, 2) +
    f32x4.extract_lane(value, 3)
  );
}

export function clampIndex(value: i32, last: i32): i32 {
  return value < 0 ? 0 : value > last ? last : value;
}

/** Bilinear sample of a plane. Border values are repeated outside the plane. */
export function sample(plane: usize, width: i32, height: i32, x: f32, y: f32): f32 {
  const safeX = max<f32>(0, min<f32>(<f32>width - 1.001, x));
  const safeY = max<f32>(0, min<f32>(<f32>height - 1.001, y));
  const column = <i32>safeX;
  const row = <i32>safeY;
  const partX = safeX - <f32>column;
  const partY = safeY - <f32>row;
  const at = plane + <usize>(row * width + column) * FLOAT;
  const below = at + <usize>width * FLOAT;
  const upper = load<f32>(at) + (load<f32>(at + FLOAT) - load<f32>(at)) * partX;
  const lower = load<f32>(below) + (load<f32>(below + FLOAT) - load<f32>(below)) * partX;

  return upper + (lower - upper) * partY;
}

/** Like `sample`, but faster. The position must be inside the plane. */
export function sampleInside(plane: usize, width: i32, x: f32, y: f32): f32 {
  const column = nearest(x - HALF);
  const row = nearest(y - HALF);
  const partX = x - <f32>column;
  const partY = y - <f32>row;
  const at = plane + <usize>(row * width + column) * FLOAT;
  const below = at + <usize>width * FLOAT;
  const upper = load<f32>(at) + (load<f32>(at, 4) - load<f32>(at)) * partX;
  const lower = load<f32>(below) + (load<f32>(below, 4) - load<f32>(below)) * partX;

  return upper + (lower - upper) * partY;
}

/** Slightly less than one half: `nearest(x - HALF)` rounds down, but leaves whole numbers unchanged. */
const HALF: f32 = 0.4999;

/**
 * Adding this to a number between −4 million and 4 million leaves the rounded number in the lowest bits of the float.
 */
const ROUNDING: f32 = 12582912;
const ROUNDING_BITS: i32 = 0x4b400000;

/** The nearest whole number. Much faster than a conversion, which also checks the range. */
export function nearest(value: f32): i32 {
  return reinterpret<i32>(value + ROUNDING) - ROUNDING_BITS;
}
