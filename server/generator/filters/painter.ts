import { type Canvas, FULL } from './canvas.ts';
import type { Plane } from './filter-memory.ts';
import { FilterPool } from './filter-pool.ts';
import { Filters } from './filters.ts';
import type { Flow, LineStyle, PaintBrush, Painting } from './flow.ts';
import { differenceOfGaussians, gaussian, halfGaussian } from './math.ts';
import { type NoiseKind, Noises } from './noise.ts';

/** How the weight of a pixel falls with its distance from the middle of the brush. */
const FALLOFF = Float32Array.from({ length: 256 }, (_, at) => Math.exp((-3.125 * at) / 255));

/** How far strokes are smoothed along their edges when they are enlarged: weights, and how many pixels of the small size they are apart. */
const SMOOTHING = { weights: gaussian(1, 2), apart: 2 };

/** Below this deviation a line on a small canvas would have no pixel to stand on. */
const LEAST_LINE = 0.45;

/** A narrower brush would leave no marks, pixels of the canvas. */
export const NARROWEST = 1.6;

/** Bands in which threads lay strokes beside each other. */
const BANDS = 8;

/** All that a hand needs to draw with: the filters, the noises, and what takes turns on their memory. */
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

  /** Draws a picture, after the one that is being drawn: they use the same memory. */
  draw<Output>(work: () => Promise<Output>): Promise<Output> {
    const drawing = this.#last.then(() => this.scope(work));
    this.#last = drawing.catch(() => undefined);
    return drawing;
  }

  /** Noise over the canvas with mean 0 and deviation 1, always the same, which must not be changed. */
  noise(kind: NoiseKind): Promise<Plane> {
    return this.#noises.noise(kind);
  }

  /** Long strokes of one slant, or such that turn slowly; as `noise`. */
  strokes(kind: 'slanted' | 'turning'): Promise<Plane> {
    return this.#noises.strokes(kind);
  }

  /** Brush strokes: flat areas with clear edges. `radii` holds the brush's at each pixel, in pixels of the source; below 1.2 nothing changes. */
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

  /** Strokes of the small size on the canvas, into `target`, along the flow that is given; their edges lose the steps of the coarser pixels. */
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

  /** Lays strokes over the paint, those of the first brush first; `painting` has the size of the canvas. */
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
        // A stroke ends before the band after the next: another thread paints there.
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

  /** Where ink lines belong: below 0 beside an edge, on its dark side (a flow-based difference of Gaussians). */
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

/** The filters of this thread, opened when they are first wanted. */
export function openPainter(): Promise<Painter> {
  opening ??= Painter.open();
  return opening;
}
