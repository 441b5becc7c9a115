// The filters that follow the flow once more in plain TypeScript: what the WebAssembly must agree with.
import { type FlowTwin, type Size, within } from './filter-twins.ts';

/** A value of a plane between its pixels. */
function sample(plane: Float32Array, { width, height }: Size, x: number, y: number): number {
  const [safeX, safeY] = [within(x, width - 1.001), within(y, height - 1.001)];
  const [column, row] = [Math.floor(safeX), Math.floor(safeY)];
  const at = row * width + column;
  const upper = plane[at]! + (plane[at + 1]! - plane[at]!) * (safeX - column);
  const lower = plane[at + width]! + (plane[at + width + 1]! - plane[at + width]!) * (safeX - column);

  return upper + (lower - upper) * (safeY - row);
}

/** A convolution across the flow. */
export function acrossTwin(
  source: Float32Array,
  flow: FlowTwin,
  weights: Float32Array,
  size: Size,
): Float32Array {
  const radius = (weights.length - 1) / 2;

  return source.map((_, at) => {
    const [x, y] = [at % size.width, Math.floor(at / size.width)];
    return weights.reduce((sum, weight, index) => {
      const step = index - radius;
      return sum + weight * sample(source, size, x - flow.y[at]! * step, y + flow.x[at]! * step);
    }, 0);
  });
}

/** The weighted mean along the flow line through each pixel, both ways. */
export function alongTwin(
  source: Float32Array,
  flow: FlowTwin,
  weights: Float32Array,
  size: Size,
): Float32Array {
  const { width, height } = size;

  return source.map((own, at) => {
    let sum = weights[0]! * own;
    let total = weights[0]!;

    for (const direction of [1, -1]) {
      let [headingX, headingY] = [flow.x[at]! * direction, flow.y[at]! * direction];
      let [x, y] = [at % width, Math.floor(at / width)];

      for (const weight of weights.subarray(1)) {
        x = Math.fround(x + headingX);
        y = Math.fround(y + headingY);
        if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) break;

        sum += weight * sample(source, size, x, y);
        total += weight;
        const there = Math.round(y) * width + Math.round(x);
        const turn = flow.x[there]! * headingX + flow.y[there]! * headingY < 0 ? -1 : 1;
        [headingX, headingY] = [flow.x[there]! * turn, flow.y[there]! * turn];
      }
    }
    return sum / total;
  });
}

/** As `alongTwin`, from the nearest pixels, one every `stride` pixels of the way, and as strong at the border as inside. */
export function smearTwin(
  source: Float32Array,
  flow: FlowTwin,
  { weights, stride }: { weights: Float32Array; stride: number },
  { width, height }: Size,
): Float32Array {
  const others = weights.subarray(1);
  const all = others.reduce((sum, weight) => sum + 2 * weight, weights[0]!);
  const allSquares = others.reduce((sum, weight) => sum + 2 * weight ** 2, weights[0]! ** 2);

  return source.map((own, at) => {
    let sum = weights[0]! * own;
    let squares = weights[0]! ** 2;

    for (const direction of [stride, -stride]) {
      let [headingX, headingY] = [flow.x[at]! * direction, flow.y[at]! * direction];
      let [x, y] = [at % width, Math.floor(at / width)];

      for (const weight of others) {
        x = Math.fround(x + headingX);
        y = Math.fround(y + headingY);
        const [column, row] = [Math.round(x), Math.round(y)];
        if (column < 0 || row < 0 || column >= width || row >= height) break;

        const there = row * width + column;
        sum += weight * source[there]!;
        squares += weight ** 2;
        const turn = flow.x[there]! * headingX + flow.y[there]! * headingY < 0 ? -stride : stride;
        [headingX, headingY] = [flow.x[there]! * turn, flow.y[there]! * turn];
      }
    }
    return (sum * Math.sqrt(allSquares / squares)) / all;
  });
}

/** A picture enlarged (bilinear), each pixel as a weighted mean along the straight line of its flow. */
export function enlargeTwin(
  picture: Float32Array,
  from: Size,
  flow: FlowTwin,
  { weights, stride }: { weights: Float32Array; stride: number },
  to: Size,
): Float32Array {
  const radius = (weights.length - 1) / 2;
  const channels = [0, 1, 2, 3].map(channel => picture.filter((_, at) => at % 4 === channel));

  return Float32Array.from({ length: to.width * to.height * 4 }, (_, index) => {
    const at = index >> 2;
    const length = stride * flow.anisotropy[at]!;
    const x = (((at % to.width) + 0.5) * from.width) / to.width - 0.5;
    const y = ((Math.floor(at / to.width) + 0.5) * from.height) / to.height - 0.5;
    return weights.reduce((sum, weight, place) => {
      const step = (place - radius) * length;
      const value = sample(channels[index & 3]!, from, x + flow.x[at]! * step, y + flow.y[at]! * step);
      return sum + weight * value;
    }, 0);
  });
}
