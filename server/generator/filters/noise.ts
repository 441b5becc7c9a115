import { createRandom } from '../scenes/random.ts';
import type { FilterMemory, Plane } from './filter-memory.ts';
import { normalise } from './math.ts';
import type { Painter } from './painter.ts';

/** The grains of noise, by the deviation (pixels) of the blur that makes them. */
const GRAINS = { paper: 1.1, fibre: 3, blot: 21, cloud: 60 } as const;

/** The name of a kind of noise, from the finest to the coarsest. */
export type NoiseKind = keyof typeof GRAINS;

/** A coarse noise is made at a smaller size and enlarged. */
const COARSE = 8;

const SLANT = -0.9;

/** Noise and strokes that every picture uses: made when they are first wanted, and kept. */
export class Noises {
  readonly #painter: Painter;
  readonly #memory: FilterMemory;
  readonly #kept = new Map<string, Plane>();

  constructor(painter: Painter, memory: FilterMemory) {
    this.#painter = painter;
    this.#memory = memory;
  }

  noise(kind: NoiseKind): Promise<Plane> {
    return this.#keep(kind, async () => {
      const deviation = GRAINS[kind];
      const factor = deviation > COARSE ? COARSE : 1;
      const { canvas } = this.#painter;
      const size = { width: canvas.width / factor, height: canvas.height / factor };
      const white = this.#painter.plane(size);
      const random = createRandom(deviation * 1000);
      for (let at = 0; at < white.data.length; at++) white.data[at] = random.next() - 0.5;

      const blurred = await this.#painter.blur(white, deviation / factor, size);
      const noise = factor === 1 ? blurred : await this.#painter.resizePlane(blurred, size, canvas);
      normalise(noise.data);
      return noise;
    });
  }

  strokes(kind: 'slanted' | 'turning'): Promise<Plane> {
    return this.#keep(kind, async () => {
      const painter = this.#painter;
      if (kind === 'slanted') {
        return painter.strokesAlong(await painter.noise('paper'), painter.flowOf(SLANT), {
          length: 26,
          stride: 2,
        });
      }

      const calm = painter.picture(painter.canvas.small);
      calm.data.fill(0);
      const { full } = await painter.flow(calm, 1, 1);
      return painter.strokesAlong(await painter.noise('fibre'), full, { length: 60, stride: 3 });
    });
  }

  /** Adds a calm random flow, which turns slowly over the picture, to a structure tensor of the small size. */
  async addDrift([xx, xy, yy]: readonly [Plane, Plane, Plane], strength: number): Promise<void> {
    const turns = await this.noise('cloud');
    const { width, small } = this.#painter.canvas;
    const step = width / small.width;

    for (let y = 0; y < small.height; y++) {
      for (let x = 0; x < small.width; x++) {
        const at = y * small.width + x;
        const angle = 0.5 + turns.data[Math.floor(y * step) * width + Math.floor(x * step)]! * 0.35;
        const normalX = -Math.sin(angle);
        const normalY = Math.cos(angle);
        xx.data[at]! += strength * normalX * normalX;
        xy.data[at]! += strength * normalX * normalY;
        yy.data[at]! += strength * normalY * normalY;
      }
    }
  }

  async #keep(name: string, make: () => Promise<Plane>): Promise<Plane> {
    const known = this.#kept.get(name);
    if (known) return known;

    const kept = await this.#painter.scope(async () => {
      const made = await make();
      const plane = this.#memory.keep(made.data.length);
      plane.data.set(made.data);
      return plane;
    });
    this.#kept.set(name, kept);
    return kept;
  }
}
