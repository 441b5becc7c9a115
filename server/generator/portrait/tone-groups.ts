import { brightnessOf } from '../filters/math.ts';
import type { Colour } from '../scenes/colour.ts';

/** A colour for comparisons. Brightness has less weight than hue, because light and shade change it. */
export type Tone = Colour;

/** Iterations of k-means; more make no visible difference. */
const ROUNDS = 8;

/** Clusters with a smaller fraction of the samples are ignored as noise. */
const LEAST_SHARE = 0.04;

export function toneOf(red: number, green: number, blue: number): Tone {
  const brightness = brightnessOf(red, green, blue);
  return [brightness * 0.55, (red - brightness) * 1.5, (blue - brightness) * 1.5];
}

/** Squared distance between two tones. */
export function apart(a: Tone, b: Tone): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
}

/** Squared distance to the nearest tone, at most `most`. */
export function nearest(tone: Tone, groups: readonly Tone[], most: number): number {
  return groups.reduce((least, group) => Math.min(least, apart(tone, group)), most);
}

/**
 * Clusters the samples with k-means, starting from clusters by brightness. Returns an empty list if there are fewer
 * than four samples per cluster.
 */
export function groupTones(samples: Tone[], count: number): Tone[] {
  if (samples.length < count * 4) return [];

  const sorted = samples.toSorted((a, b) => a[0] - b[0]);
  let groups = Array.from(
    { length: count },
    (_, at) => sorted[Math.floor(((at + 0.5) / count) * sorted.length)]!,
  );
  let sizes: number[] = [];

  for (let round = 0; round < ROUNDS; round++) {
    const sums = groups.map(() => [0, 0, 0, 0] as [number, number, number, number]);
    for (const sample of samples) {
      const sum = sums[closest(sample, groups)]!;
      for (let channel = 0; channel < 3; channel++) sum[channel]! += sample[channel]!;
      sum[3]++;
    }
    sizes = sums.map(sum => sum[3]);
    groups = sums.map(([a, b, c, size], at) => (size > 0 ? [a / size, b / size, c / size] : groups[at]!));
  }

  return groups.filter((_, at) => sizes[at]! > samples.length * LEAST_SHARE);
}

function closest(sample: Tone, groups: Tone[]): number {
  let best = 0;
  for (let at = 1; at < groups.length; at++) {
    if (apart(sample, groups[at]!) < apart(sample, groups[best]!)) best = at;
  }
  return best;
}
