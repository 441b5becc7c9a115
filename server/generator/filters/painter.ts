import { type Canvas, FULL } from './canvas.ts';
import type { Plane } from './filter-memory.ts';
import { FilterPool } from './filter-pool.ts';
import { Filters } from './filters.ts';
import type { Flow, LineStyle, PaintBrush, Painting } from './flow.ts';
import { differenceOfGaussians, gaussian, halfGaussian } from './math.ts';
import { type NoiseKind, Noises } from './noise.ts';

/** Weights of pixels in the Kuwahara filter, by squared distance from its centre. */
const FALLOFF = Float32Array.from({ length: 256 }, (_, at) => Math.exp((-3.125 * at) / 255));

/**
 * Smoothing of enlarged strokes along edges: the kernel weights, and the distance between samples in pixels of a
 * finished picture's smaller copy.
 */
const SMOOTHING = { weights: gaussian(1, 2), apart: 2 };

/** Minimum standard deviation (pixels) for detecting a line. Smaller values would have no effect on a small canvas. */
const LEAST_LINE = 0.45;

/** Minimum brush width in pixels of the canvas. A narrower brush would leave no marks. */
export const NARROWEST = 1.6;

/** The canvas is divided into this many bands. Threads paint every second band at the same time. */
const BANDS = 8;

/** The filters and the noise for all techniques. Draws one picture at a time, because pictures share its memory. */
export class Painter extends Filters {
  readonly #noises: Noises;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(pool: FilterPool, canvas: Canvas) {
    super(pool, canvas);
    this.#noises = new Noises(this, pool.memory);
  }

  static async open(canvas = FULL): Promise<Painter> {
    return new Painter(await FilterPool.open(), canvas);
  }

  /** Runs `work` after the previous picture is finished, because both use the same memory. */
  draw<Output>(work: () => Promise<Output>): Promise<Output> {
    const drawing = this.#last.then(() => this.scope(work));
    this.#last = drawing.catch(() => undefined);
    return drawing;
  }

  /** Noise with the size of the canvas, mean 0 and standard deviation 1. All pictures share it, so do not modify it. */
  noise(kind: NoiseKind): Promise<Plane> {
    return this.#noises.noise(kind);
  }

  /**
   * Long strokes with a constant slant or a slowly changing direction. All pictures share them, so do not modify them.
   */
  strokes(kind: 'slanted' | 'turning'): Promise<Plane> {
    return this.#noises.strokes(kind);
  }

  /**
   * Flattens areas and keeps edges sharp. `radii` has the filter radius for each pixel; below 1.2, the pixel is
   * copied.
   */
  async kuwahara(source: Plane, flow: Flow, radii: Plane): Promise<Plane> {
    const { width, height } = flow.size;
    const target = this.picture(flow.size);
    await this.scope(async () => {
      const falloff = this.weights(FALLOFF);
      const planes = [source, target, flow.x, flow.y, flow.anisotropy, radii, falloff].map(({ at }) => at);
      await this.pool.run('kuwahara', [...planes, width, height], height);
    });
    return target;
  }

  /**
   * Enlarges strokes from the smaller copy's size into `target`, and smooths them along `flow` to avoid jagged edges.
   */
  async enlarge(strokes: Plane, flow: Flow, target: Plane): Promise<void> {
    const { small, smallScale } = this.canvas;
    const { width, height } = flow.size;
    const { weights, apart } = SMOOTHING;
    await this.scope(async () => {
      const directions = [flow.x, flow.y, flow.anisotropy, this.weights(weights)].map(({ at }) => at);
      const reach = [(weights.length - 1) / 2, apart * smallScale];
      const numbers = [strokes.at, small.width, small.height, target.at, ...directions, ...reach];
      await this.pool.run('enlargeAlongFlow', [...numbers, width, height], height);
    });
  }

  /** Paints strokes with each brush in turn. `painting` has the size of the canvas. */
  async layStrokes(painting: Painting, brushes: readonly PaintBrush[]): Promise<void> {
    const { width, height, scale } = this.canvas;
    const { picture, paint, thickness, widest, flow } = painting;
    const bandHeight = Math.ceil(height / BANDS);
    await this.scope(async () => {
      const [owner, order] = [this.plane(), this.plane()];
      owner.data.fill(0);
      const planes = [picture, paint, thickness, widest, flow.x, flow.y, owner, order].map(({ at }) => at);
      for (const [at, brush] of brushes.entries()) {
        const brushWidth = Math.max(NARROWEST, brush.width * scale);
        // A stroke may extend into the next band, but not into the band after it, which another thread paints.
        const reach = Math.min(brush.reach * scale, (bandHeight - brushWidth) / 2 - 2);
        const numbers = [brushWidth, reach, brush.tolerance, at + 1];
        for (const first of [0, 1])
          await this.pool.run(
            'layStrokes',
            [...planes, ...numbers, first, bandHeight, width, height],
            BANDS / 2,
          );
      }
    });
  }

  /** A flow-based difference of Gaussians for ink lines. Negative on the dark side of an edge. */
  async lines(luminance: Plane, flow: Flow, style: LineStyle): Promise<Plane> {
    const { width, height } = flow.size;
    const deviation = Math.max(LEAST_LINE, style.deviation * this.canvas.scale);
    const length = style.length * this.canvas.scale;
    const target = this.plane(flow.size);
    await this.scope(async () => {
      const blurred = await this.blur(luminance, style.soft);
      const across = differenceOfGaussians(deviation, style.sharpness);
      const difference = this.plane(flow.size);
      const planes = [blurred, difference, flow.x, flow.y, this.weights(across)].map(({ at }) => at);
      const radius = (across.length - 1) / 2;
      await this.pool.run('acrossFlow', [...planes, radius, width, height], height);

      const weights = halfGaussian(length);
      const between = [difference, target, flow.x, flow.y, this.weights(weights)].map(({ at }) => at);
      await this.pool.run('alongFlow', [...between, weights.length - 1, width, height], height);
    });
    return target;
  }
}

let opening: Promise<Painter> | undefined;

/** Opens a painter at the first call, once per thread. */
export function openPainter(): Promise<Painter> {
  opening ??= Painter.open();
  return opening;
}
