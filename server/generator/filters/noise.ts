import { createRandom } from '../random.ts';
import { driftGuide } from './drift.ts';
import type { FilterMemory, Plane } from './filter-memory.ts';
import type { Filters } from './filters.ts';
import { normalise } from './math.ts';

/** Standard deviation (pixels) of the blur for each kind of noise, from fine to coarse. */
const GRAINS = { paper: 1.1, fibre: 3, dab: 5.5, blot: 21, cloud: 60 } as const;

export type NoiseKind = keyof typeof GRAINS;

/** Noise whose standard deviation is above this (pixels) is generated smaller by this factor, then enlarged. */
const COARSE = 8;

/** The radius of a blur's kernel, in standard deviations. */
const REACH = 2.5;

const SLANT = -0.9;

/** Noise and strokes that all pictures share. Each kind is generated at its first use and kept. */
export class Noises {
  readonly #filters: Filters;
  readonly #memory: FilterMemory;
  readonly #kept = new Map<string, Plane>();

  constructor(filters: Filters, memory: FilterMemory) {
    this.#filters = filters;
    this.#memory = memory;
  }

  noise(kind: NoiseKind): Promise<Plane> {
    return this.#keep(kind, async () => {
      const deviation = GRAINS[kind];
      const factor = deviation > COARSE ? COARSE : 1;
      const { canvas } = this.#filters;
      const size = { width: canvas.width / factor, height: canvas.height / factor };
      // A blur repeats border pixels, which would make noise in the corners much stronger, like stains in a sky. This
      // margin is cut off afterwards.
      const margin = 4 * Math.ceil((REACH * deviation) / factor / 4);
      const wide = { width: size.width + 2 * margin, height: size.height + 2 * margin };
      const white = this.#filters.plane(wide);
      const random = createRandom(deviation * 1000);
      for (let at = 0; at < white.data.length; at++) white.data[at] = random.next() - 0.5;

      const blurred = await this.#filters.blur(white, deviation / factor, wide);
      const inner = this.#filters.plane(size);
      for (let y = 0; y < size.height; y++) {
        const from = (y + margin) * wide.width + margin;
        inner.data.set(blurred.data.subarray(from, from + size.width), y * size.width);
      }
      const noise = factor === 1 ? inner : await this.#filters.resizePlane(inner, size, canvas);
      normalise(noise.data);
      return noise;
    });
  }

  strokes(kind: 'slanted' | 'turning'): Promise<Plane> {
    return this.#keep(kind, async () => {
      const filters = this.#filters;
      if (kind === 'slanted') {
        return filters.strokesAlong(await this.noise('paper'), filters.flowOf(SLANT), {
          length: 26,
          stride: 1,
        });
      }

      const calm = filters.picture(filters.canvas.small);
      calm.data.fill(0);
      const full = filters.emptyFlow();
      const drift = driftGuide({ turns: await this.noise('cloud'), strength: 1 });
      await filters.flow(calm, full, 1, drift);
      return filters.strokesAlong(await this.noise('dab'), full, { length: 60, stride: 4 });
    });
  }

  async #keep(name: string, make: () => Promise<Plane>): Promise<Plane> {
    const known = this.#kept.get(name);
    if (known) return known;

    const kept = await this.#filters.scope(async () => {
      const made = await make();
      const plane = this.#memory.keep(made.data.length);
      plane.data.set(made.data);
      return plane;
    });
    this.#kept.set(name, kept);
    return kept;
  }
}
