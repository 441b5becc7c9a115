/** Linear interpolation: returns `from` if `part` is 0, and `to` if `part` is 1. */
export function mix(from: number, to: number, part: number): number {
  return from + (to - from) * part;
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** Perceived brightness (luma), with the weights of ITU-R BT.601, on the same scale as the channels. */
export function brightnessOf(red: number, green: number, blue: number): number {
  return red * 0.299 + green * 0.587 + blue * 0.114;
}

/**
 * Rises smoothly from 0 at `from` to 1 at `to`, and is constant outside this range. If `from` is larger than `to`, it
 * falls from 1 to 0.
 */
export function smoothstep(from: number, to: number, value: number): number {
  const part = clamp((value - from) / (to - from), 0, 1);
  return part * part * (3 - 2 * part);
}

/** The 2 × `radius` + 1 weights of a Gaussian blur with a standard deviation of `deviation`; their sum is 1. */
export function gaussian(deviation: number, radius = Math.max(1, Math.ceil(deviation * 2.5))): Float32Array {
  const weights = Float32Array.from({ length: 2 * radius + 1 }, (_, at) =>
    Math.exp(-((at - radius) ** 2) / (2 * deviation ** 2)),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map(weight => weight / sum);
}

/** Weights for edge detection: a Gaussian minus a Gaussian that is 1.6 times as wide, weighted by `sharpness`. */
export function differenceOfGaussians(deviation: number, sharpness: number): Float32Array {
  const radius = Math.ceil(deviation * 1.6 * 2);
  const wide = gaussian(deviation * 1.6, radius);
  return gaussian(deviation, radius).map((weight, at) => weight - sharpness * wide[at]!);
}

/** The right half of a Gaussian with the peak value 1, up to two standard deviations. */
export function halfGaussian(deviation: number): Float32Array {
  return Float32Array.from({ length: Math.ceil(deviation * 2) + 1 }, (_, at) =>
    Math.exp(-(at ** 2) / (2 * deviation ** 2)),
  );
}

/** Scales the values to mean 0 and standard deviation 1. Estimates both from every seventh value. */
export function normalise(values: Float32Array): void {
  let sum = 0;
  let squares = 0;
  for (let at = 0; at < values.length; at += 7) {
    sum += values[at]!;
    squares += values[at]! ** 2;
  }

  const count = Math.ceil(values.length / 7);
  const mean = sum / count;
  const scale = 1 / Math.sqrt(Math.max(1e-12, squares / count - mean * mean));
  for (let at = 0; at < values.length; at++) values[at] = (values[at]! - mean) * scale;
}
