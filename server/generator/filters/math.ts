/** Linear: `part` 0 returns `from`, 1 returns `to`. */
export function mix(from: number, to: number, part: number): number {
  return from + (to - from) * part;
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** Brightness as the eye sees it, by the weights of ITU-R BT.601; in the unit of the channels. */
export function brightnessOf(red: number, green: number, blue: number): number {
  return red * 0.299 + green * 0.587 + blue * 0.114;
}

/** 0 at `from` and before, 1 at `to` and beyond, smooth between; `from` may be the larger limit. */
export function smoothstep(from: number, to: number, value: number): number {
  const part = clamp((value - from) / (to - from), 0, 1);
  return part * part * (3 - 2 * part);
}

/** 2 × `radius` + 1 weights of a Gaussian blur, which add up to 1. */
export function gaussian(deviation: number, radius = Math.max(1, Math.ceil(deviation * 2.5))): Float32Array {
  const weights = Float32Array.from({ length: 2 * radius + 1 }, (_, at) =>
    Math.exp(-((at - radius) ** 2) / (2 * deviation ** 2)),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map(weight => weight / sum);
}

/** Weights of a Gaussian minus a wider one (1.6 times as wide, weighted by `sharpness`): finds edges. */
export function differenceOfGaussians(deviation: number, sharpness: number): Float32Array {
  const radius = Math.ceil(deviation * 1.6 * 2);
  const wide = gaussian(deviation * 1.6, radius);
  return gaussian(deviation, radius).map((weight, at) => weight - sharpness * wide[at]!);
}

/** The right half of a Gaussian as far as two deviations; 1 in the middle. */
export function halfGaussian(deviation: number): Float32Array {
  return Float32Array.from({ length: Math.ceil(deviation * 2) + 1 }, (_, at) =>
    Math.exp(-(at ** 2) / (2 * deviation ** 2)),
  );
}

/** Scales to mean 0 and deviation 1, both estimated from every seventh number. */
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
