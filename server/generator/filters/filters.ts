import { type Canvas, FULL, type Size } from './canvas.ts';
import type { Plane } from './filter-memory.ts';
import type { FilterPool } from './filter-pool.ts';
import type { Flow, Guide, StrokeStyle, Tensor } from './flow.ts';
import { gaussian, normalise } from './math.ts';

/**
 * Minimum standard deviation of a blur, and minimum stroke length, in pixels. On a small canvas, scaled lengths can be
 * smaller, which would have no effect.
 */
const LEAST = { blur: 0.35, stroke: 2 };

/** Blurs with this standard deviation (pixels) or more are computed at half resolution. */
const WIDE = 8;

/** Halving and doubling a picture's size blurs it with this variance (square pixels). Filters need not add it. */
const HALVING = 1;

/**
 * The filters that both the noise and the painter use. Lengths are in pixels of a finished picture and are scaled to
 * the canvas. Results are valid until the surrounding `scope` ends.
 */
export class Filters {
  readonly canvas: Canvas;
  protected readonly pool: FilterPool;

  constructor(pool: FilterPool, canvas: Canvas) {
    this.pool = pool;
    this.canvas = canvas;
  }

  /** Runs `work`, then frees the memory of all its results. Do not use them afterwards. */
  scope<Output>(work: () => Promise<Output>): Promise<Output> {
    return this.pool.memory.scope(work);
  }

  /** Runs `work` and returns a copy of its result, a plane of the canvas. Frees all other memory that `work` took. */
  async resultOf(work: () => Promise<Plane>): Promise<Plane> {
    const result = this.plane();
    await this.scope(async () => result.data.set((await work()).data));
    return result;
  }

  /** Allocates a picture: four floats per pixel. */
  picture(size: Size = this.canvas): Plane {
    return this.pool.memory.take(size.width * size.height * 4);
  }

  /** Allocates a plane: one float per pixel. */
  plane(size: Size = this.canvas): Plane {
    return this.pool.memory.take(size.width * size.height);
  }

  async blur(source: Plane, deviation: number, size: Size = this.canvas): Promise<Plane> {
    const target = this.plane(size);
    const reduced = Math.max(LEAST.blur, deviation * this.canvas.scale);
    await this.scope(() => this.#blurWide(source, target, reduced, size));
    return target;
  }

  async luminance(picture: Plane, size: Size = this.canvas): Promise<Plane> {
    const target = this.plane(size);
    await this.pool.run('luminance', [picture.at, target.at, size.width], size.height);
    return target;
  }

  async resizePicture(source: Plane, from: Size, to: Size): Promise<Plane> {
    const target = this.picture(to);
    const numbers = [source.at, from.width, from.height, target.at, to.width, to.height];
    await this.pool.run('resizePicture', numbers, to.height);
    return target;
  }

  async resizePlane(source: Plane, from: Size, to: Size): Promise<Plane> {
    const target = this.plane(to);
    await this.#resizeInto(source, from, target, to);
    return target;
  }

  /**
   * Returns the flow of a small picture, and writes the flow for the full canvas to `full`. `deviation` is the
   * standard deviation of the blur that smooths the flow, in pixels of a finished picture's smaller copy. `guide` adds
   * directions in areas without edges, e.g. a clear sky.
   */
  async flow(picture: Plane, full: Flow, deviation: number, guide?: Guide): Promise<Flow> {
    const { canvas } = this;
    const { small: size } = canvas;
    const small = this.emptyFlow(size);

    await this.scope(async () => {
      const tensor: Tensor = [this.plane(size), this.plane(size), this.plane(size)];
      const planes = [picture, ...tensor].map(({ at }) => at);
      await this.pool.run('structureTensor', [...planes, size.width, size.height], size.height);
      const reduced = deviation * canvas.smallScale;
      for (const part of tensor) await this.scope(() => this.#blurInto(part, part, reduced, size));
      guide?.(tensor, canvas);
      await this.#tangents(tensor, small);

      // The tangents overwrite the tensor from which they are computed.
      const large = [full.x, full.y, full.anisotropy];
      for (const [at, part] of tensor.entries()) await this.#resizeInto(part, size, large[at]!, canvas);
      await this.#tangents(large, full);
    });
    return small;
  }

  /** A flow with the same direction everywhere. `angle` is in radians. */
  flowOf(angle: number): Flow {
    const flow = this.emptyFlow();
    flow.x.data.fill(Math.cos(angle));
    flow.y.data.fill(Math.sin(angle));
    flow.anisotropy.data.fill(1);
    return flow;
  }

  /**
   * Smears noise along the flow in both directions, like bristles or pencil strokes. The result has mean 0 and
   * standard deviation 1.
   */
  async strokesAlong(noise: Plane, { size, x, y }: Flow, style: StrokeStyle): Promise<Plane> {
    const target = this.plane(size);
    const scale = size.width / FULL.width;
    const stride = Math.max(1, style.stride * scale);
    const length = Math.max(LEAST.stroke, style.length * scale);
    const steps = Math.round(length / stride);
    const weights = Float32Array.from({ length: steps + 1 }, (_, at) => 1 - (at * stride) / (length + 1.5));
    await this.scope(async () => {
      const planes = [noise, target, x, y, this.weights(weights)].map(({ at }) => at);
      await this.pool.run('smearAlongFlow', [...planes, steps, stride, size.width, size.height], size.height);
    });
    normalise(target.data);
    return target;
  }

  /**
   * Computes a wide blur at half resolution, or recursively at lower resolutions. A strong blur hides the difference.
   */
  async #blurWide(source: Plane, target: Plane, deviation: number, size: Size): Promise<void> {
    const half = { width: size.width / 2, height: size.height / 2 };
    const canHalve = half.width % 4 === 0 && half.height % 1 === 0;
    if (deviation < WIDE || !canHalve) return this.#blurInto(source, target, deviation, size);

    const small = await this.resizePlane(source, size, half);
    await this.#blurWide(small, small, Math.sqrt(deviation ** 2 - HALVING) / 2, half);
    await this.#resizeInto(small, half, target, size);
  }

  async #resizeInto(source: Plane, from: Size, target: Plane, to: Size): Promise<void> {
    const numbers = [source.at, from.width, from.height, target.at, to.width, to.height];
    await this.pool.run('resizePlane', numbers, to.height);
  }

  async #blurInto(source: Plane, target: Plane, deviation: number, { width, height }: Size): Promise<void> {
    const kernel = gaussian(deviation);
    const weights = this.weights(kernel);
    const radius = (kernel.length - 1) / 2;
    const between = this.plane({ width, height });
    await this.pool.run('blurRows', [source.at, between.at, weights.at, radius, width], height);
    await this.pool.run('blurColumns', [between.at, target.at, weights.at, radius, width, height], height);
  }

  async #tangents(tensor: readonly Plane[], { size, x, y, anisotropy }: Flow): Promise<void> {
    const planes = [...tensor, x, y, anisotropy].map(({ at }) => at);
    await this.pool.run('tangents', [...planes, size.width], size.height);
  }

  /** Allocates a flow without clearing its memory. */
  emptyFlow(size: Size = this.canvas): Flow {
    return { size, x: this.plane(size), y: this.plane(size), anisotropy: this.plane(size) };
  }

  protected weights(values: Float32Array): Plane {
    const plane = this.pool.memory.take(values.length);
    plane.data.set(values);
    return plane;
  }
}
