import type { Size } from '../filters/canvas.ts';
import type { Pixels } from '../vision/pixels.ts';

/** One number per pixel, row by row. Fill it with plain loops: `map` and `from` are ten times slower. */
export type Plane = Float32Array;

/** Mean of the square around each pixel, without the parts of the square outside the picture. */
export function boxBlur(plane: Plane, { width, height }: Size, radius: number): Plane {
  const rows = new Float32Array(plane.length);
  const blurred = new Float32Array(plane.length);
  const [shareX, shareY] = [sharesOf(width, radius), sharesOf(height, radius)];

  // Zeros at both ends of this row buffer save bounds checks in the loop.
  const line = new Float32Array(width + 2 * radius + 1);
  for (let start = 0; start < plane.length; start += width) {
    line.set(plane.subarray(start, start + width), radius + 1);
    let sum = 0;
    for (let x = 0; x < radius; x++) sum += line[x + radius + 1]!;
    for (let x = 0; x < width; x++) {
      sum += line[x + 2 * radius + 1]! - line[x]!;
      rows[start + x] = sum * shareX[x]!;
    }
  }

  // Add whole rows to one running sum per column. A loop down each column would be slow because of cache misses.
  const sums = new Float64Array(width);
  const none = new Float32Array(width);
  const rowAt = (y: number) => (y < 0 || y >= height ? none : rows.subarray(y * width, (y + 1) * width));
  for (let y = -radius; y < height; y++) {
    const [entering, leaving] = [rowAt(y + radius), rowAt(y - radius - 1)];
    const share = y < 0 ? 0 : shareY[y]!;
    const target = y < 0 ? none : blurred.subarray(y * width, (y + 1) * width);
    for (let x = 0; x < width; x++) {
      const sum = sums[x]! + entering[x]! - leaving[x]!;
      sums[x] = sum;
      target[x] = sum * share;
    }
  }

  return blurred;
}

/** For each position, 1 / the number of positions within `radius`. */
function sharesOf(size: number, radius: number): Float64Array {
  return Float64Array.from(
    { length: size },
    (_, at) => 1 / (Math.min(size - 1, at + radius) - Math.max(0, at - radius) + 1),
  );
}

function blurTwice(plane: Plane, size: Size, radius: number): Plane {
  return boxBlur(boxBlur(plane, size, radius), size, radius);
}

/** The weighted mean colour (three numbers) and the mean weight around each pixel. */
export function meanColours(
  pixels: Pixels,
  weights: Plane,
  radius: number,
): { colour: Plane; weight: Plane } {
  const weight = blurTwice(weights, pixels, radius);
  const colour = new Float32Array(weights.length * 3);
  const weighted = new Float32Array(weights.length);

  for (let channel = 0; channel < 3; channel++) {
    for (let at = 0; at < weights.length; at++) weighted[at] = weights[at]! * pixels.rgb[at * 3 + channel]!;
    const spread = blurTwice(weighted, pixels, radius);
    for (let at = 0; at < spread.length; at++) {
      colour[at * 3 + channel] = spread[at]! / Math.max(1e-4, weight[at]!);
    }
  }

  return { colour, weight };
}

/** Variance of the weighted colours around each pixel: the mean squared distance from their mean. */
export function varianceOf(
  pixels: Pixels,
  weights: Plane,
  { colour, weight }: ReturnType<typeof meanColours>,
  radius: number,
): Plane {
  const squares = new Float32Array(weights.length);
  for (let at = 0; at < squares.length; at++) squares[at] = weights[at]! * squareAt(pixels.rgb, at);
  const variance = blurTwice(squares, pixels, radius);
  for (let at = 0; at < variance.length; at++) {
    variance[at] = Math.max(0, variance[at]! / Math.max(1e-4, weight[at]!) - squareAt(colour, at));
  }
  return variance;
}

function squareAt(colours: ArrayLike<number>, at: number): number {
  return colours[at * 3]! ** 2 + colours[at * 3 + 1]! ** 2 + colours[at * 3 + 2]! ** 2;
}

/** A local linear model of a mask at each pixel: mask = slope × guide + offset. */
export interface EdgeModel {
  slope: Plane;
  offset: Plane;
}

/** `smoothness`: squared contrast from which a brightness difference counts as an edge. */
interface EdgeOptions {
  radius: number;
  smoothness: number;
}

/** Aligns a rough mask with the edges of a guide picture: He, Sun and Tang 2010, "Guided Image Filtering". */
export function followEdges(mask: Plane, guide: Plane, size: Size, options: EdgeOptions): Plane {
  const { slope, offset } = modelEdges(mask, guide, size, options);
  for (let at = 0; at < offset.length; at++) offset[at]! += slope[at]! * guide[at]!;
  return offset;
}

/**
 * Fits the linear model. Enlarged, the model can be applied to a larger guide picture (He and Sun 2015, "Fast Guided
 * Filter").
 */
export function modelEdges(
  mask: Plane,
  guide: Plane,
  size: Size,
  { radius, smoothness }: EdgeOptions,
): EdgeModel {
  const mean = (plane: Plane) => boxBlur(plane, size, radius);
  const squares = new Float32Array(guide.length);
  const products = new Float32Array(guide.length);
  for (let index = 0; index < guide.length; index++) {
    squares[index] = guide[index]! * guide[index]!;
    products[index] = guide[index]! * mask[index]!;
  }

  const meanGuide = mean(guide);
  const meanMask = mean(mask);
  const meanSquares = mean(squares);
  const meanProducts = mean(products);
  const slope = new Float32Array(mask.length);
  const offset = new Float32Array(mask.length);

  for (let index = 0; index < mask.length; index++) {
    const variance = meanSquares[index]! - meanGuide[index]! ** 2;
    const covariance = meanProducts[index]! - meanGuide[index]! * meanMask[index]!;

    slope[index] = covariance / (variance + smoothness);
    offset[index] = meanMask[index]! - slope[index]! * meanGuide[index]!;
  }

  return { slope: mean(slope), offset: mean(offset) };
}
