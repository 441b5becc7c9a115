import { FULL, type Size, SMALL } from './canvas.ts';
import type { Plane } from './filter-memory.ts';
import { FilterPool } from './filter-pool.ts';
import type { Flow, LineStyle } from './flow.ts';
import { gaussian, normalise } from './math.ts';
import { type NoiseKind, Noises } from './noise.ts';

/** The filters with planned memory: all that a hand needs to draw with. Results live until the `scope` around them ends. */
export class Painter {
  readonly #pool: FilterPool;
  readonly #noises: Noises;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(pool: FilterPool) {
    this.#pool = pool;
    this.#noises = new Noises(this, pool.memory);
  }

  static async open(threads?: number): Promise<Painter> {
    return new Painter(await FilterPool.open(threads));
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  /** Draws a picture, after the one that is being drawn: they use the same memory. */
  draw<Output>(work: () => Promise<Output>): Promise<Output> {
    const drawing = this.#last.then(() => this.scope(work));
    this.#last = drawing.catch(() => undefined);
    return drawing;
  }

  /** Gives back the memory of everything that `work` makes with this painter; nothing of it may be used afterwards. */
  scope<Output>(work: () => Promise<Output>): Promise<Output> {
    return this.#pool.memory.scope(work);
  }

  /** Four numbers a pixel. */
  picture(size: Size = FULL): Plane {
    return this.#pool.memory.take(size.width * size.height * 4);
  }

  /** One number a pixel. */
  plane(size: Size = FULL): Plane {
    return this.#pool.memory.take(size.width * size.height);
  }

  /** Noise of full size with mean 0 and deviation 1, always the same, which must not be changed. */
  noise(kind: NoiseKind): Promise<Plane> {
    return this.#noises.noise(kind);
  }

  /** Long strokes of one slant, or such that turn slowly; as `noise`. */
  strokes(kind: 'slanted' | 'turning'): Promise<Plane> {
    return this.#noises.strokes(kind);
  }

  async blur(source: Plane, deviation: number, size: Size = FULL): Promise<Plane> {
    const target = this.plane(size);
    await this.scope(() => this.#blurInto(source, target, deviation, size));
    return target;
  }

  async luminance(picture: Plane, size: Size = FULL): Promise<Plane> {
    const target = this.plane(size);
    await this.#pool.run('luminance', [picture.at, target.at, size.width], size.height);
    return target;
  }

  async resizePicture(source: Plane, from: Size, to: Size): Promise<Plane> {
    const target = this.picture(to);
    const numbers = [source.at, from.width, from.height, target.at, to.width, to.height];
    await this.#pool.run('resizePicture', numbers, to.height);
    return target;
  }

  async resizePlane(source: Plane, from: Size, to: Size): Promise<Plane> {
    const target = this.plane(to);
    await this.#resizeInto(source, from, target, to);
    return target;
  }

  /**
   * The flow of a picture of the small size, there and at full size. `deviation` smooths it. `drift` leads the strokes where
   * the picture itself has no direction, as in a calm sky: the strength of a random flow (about 1e-4 to 1e-3).
   */
  async flow(picture: Plane, deviation: number, drift = 0): Promise<{ small: Flow; full: Flow }> {
    const small = this.#emptyFlow(SMALL);
    const full = this.#emptyFlow(FULL);

    await this.scope(async () => {
      const { width, height } = SMALL;
      const [xx, xy, yy] = [this.plane(SMALL), this.plane(SMALL), this.plane(SMALL)];
      await this.#pool.run('structureTensor', [picture.at, xx.at, xy.at, yy.at, width, height], height);
      for (const part of [xx, xy, yy]) await this.scope(() => this.#blurInto(part, part, deviation, SMALL));
      if (drift) await this.#noises.addDrift([xx, xy, yy], drift);
      await this.#tangents([xx, xy, yy], small);

      const large = [this.plane(), this.plane(), this.plane()] as const;
      for (const [at, part] of [xx, xy, yy].entries()) await this.#resizeInto(part, SMALL, large[at]!, FULL);
      await this.#tangents(large, full);
    });
    return { small, full };
  }

  /** A flow that goes one way everywhere (radians). */
  flowOf(angle: number): Flow {
    const flow = this.#emptyFlow(FULL);
    flow.x.data.fill(Math.cos(angle));
    flow.y.data.fill(Math.sin(angle));
    flow.anisotropy.data.fill(1);
    return flow;
  }

  /** Brush strokes: flat areas with clear edges. `radii` holds the brush's radius at each pixel; below 1.2 nothing changes. */
  async kuwahara(source: Plane, flow: Flow, radii: Plane): Promise<Plane> {
    const { width, height } = flow.size;
    const target = this.picture(flow.size);
    await this.scope(async () => {
      const falloff = this.#weights(
        Float32Array.from({ length: 256 }, (_, at) => Math.exp((-3.125 * at) / 255)),
      );
      const planes = [source, target, flow.x, flow.y, flow.anisotropy, radii, falloff].map(({ at }) => at);
      await this.#pool.run('kuwahara', [...planes, width, height], height);
    });
    return target;
  }

  /** Where ink lines belong: below 0 beside an edge, on its dark side (a flow-based difference of Gaussians). */
  async lines(luminance: Plane, flow: Flow, { deviation, sharpness, length }: LineStyle): Promise<Plane> {
    const { width, height } = flow.size;
    const target = this.plane(flow.size);
    await this.scope(async () => {
      const radius = Math.ceil(deviation * 1.6 * 2);
      const wide = gaussian(deviation * 1.6, radius);
      const across = this.#weights(
        gaussian(deviation, radius).map((weight, at) => weight - sharpness * wide[at]!),
      );
      const difference = this.plane(flow.size);
      const planes = [luminance, difference, flow.x, flow.y, across].map(({ at }) => at);
      await this.#pool.run('acrossFlow', [...planes, radius, width, height], height);

      const steps = Math.ceil(length * 2);
      const weights = Float32Array.from({ length: steps + 1 }, (_, at) =>
        Math.exp(-(at ** 2) / (2 * length ** 2)),
      );
      await this.#along('alongFlow', { source: difference, target, flow, weights });
    });
    return target;
  }

  /** Noise smeared along the flow over `length` pixels each way, mean 0 and deviation 1: bristles of a brush, strokes of a pencil. */
  async strokesAlong(noise: Plane, flow: Flow, length: number): Promise<Plane> {
    const target = this.plane(flow.size);
    const weights = Float32Array.from({ length: length + 1 }, (_, at) => 1 - at / (length + 1.5));
    await this.scope(() => this.#along('smearAlongFlow', { source: noise, target, flow, weights }));
    normalise(target.data);
    return target;
  }

  async #along(
    filter: 'alongFlow' | 'smearAlongFlow',
    { source, target, flow, weights }: { source: Plane; target: Plane; flow: Flow; weights: Float32Array },
  ): Promise<void> {
    const { width, height } = flow.size;
    const planes = [source, target, flow.x, flow.y, this.#weights(weights)].map(({ at }) => at);
    await this.#pool.run(filter, [...planes, weights.length - 1, width, height], height);
  }

  async #blurInto(source: Plane, target: Plane, deviation: number, { width, height }: Size): Promise<void> {
    const kernel = gaussian(deviation);
    const weights = this.#weights(kernel);
    const radius = (kernel.length - 1) / 2;
    const between = this.plane({ width, height });
    await this.#pool.run('blurRows', [source.at, between.at, weights.at, radius, width], height);
    await this.#pool.run('blurColumns', [between.at, target.at, weights.at, radius, width, height], height);
  }

  async #resizeInto(source: Plane, from: Size, target: Plane, to: Size): Promise<void> {
    const numbers = [source.at, from.width, from.height, target.at, to.width, to.height];
    await this.#pool.run('resizePlane', numbers, to.height);
  }

  async #tangents(tensor: readonly Plane[], { size, x, y, anisotropy }: Flow): Promise<void> {
    const planes = [...tensor, x, y, anisotropy].map(({ at }) => at);
    await this.#pool.run('tangents', [...planes, size.width], size.height);
  }

  #emptyFlow(size: Size): Flow {
    return { size, x: this.plane(size), y: this.plane(size), anisotropy: this.plane(size) };
  }

  #weights(values: Float32Array): Plane {
    const plane = this.#pool.memory.take(values.length);
    plane.data.set(values);
    return plane;
  }
}
