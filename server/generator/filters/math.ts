/** The value a part of the way between two others. */
export function mix(from: number, to: number, part: number): number {
  return from + (to - from) * part;
}

/** The value within two limits. */
export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** How bright a colour is to the eye, by the weights of ITU-R BT.601; in the unit of its parts. */
export function brightnessOf(red: number, green: number, blue: number): number {
  return red * 0.299 + green * 0.587 + blue * 0.114;
}

/** 0 up to one limit, 1 from the other on, and smooth between them; the limits may fall. */
export function smoothstep(from: number, to: number, value: number): number {
  const part = clamp((value - from) / (to - from), 0, 1);
  return part * part * (3 - 2 * part);
}

/** Weights of a Gaussian blur, an odd number of them, that add up to 1; `radius` pixels to each side. */
export function gaussian(deviation: number, radius = Math.max(1, Math.ceil(deviation * 2.5))): Float32Array {
  const weights = Float32Array.from({ length: 2 * radius + 1 }, (_, at) =>
    Math.exp(-((at - radius) ** 2) / (2 * deviation ** 2)),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map(weight => weight / sum);
}

/** Weights of a Gaussian less a wider one (1.6 times as wide, with the weight `sharpness`): what is found beside an edge. */
export function differenceOfGaussians(deviation: number, sharpness: number): Float32Array {
  const radius = Math.ceil(deviation * 1.6 * 2);
  const wide = gaussian(deviation * 1.6, radius);
  return gaussian(deviation, radius).map((weight, at) => weight - sharpness * wide[at]!);
}

/** The right half of a Gaussian, 1 in its middle, as far as two deviations. */
export function halfGaussian(deviation: number): Float32Array {
  return Float32Array.from({ length: Math.ceil(deviation * 2) + 1 }, (_, at) =>
    Math.exp(-(at ** 2) / (2 * deviation ** 2)),
  );
}

/** Brings numbers to mean 0 and deviation 1. */
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
