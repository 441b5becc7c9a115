import { FLOAT, nearest, sample, sampleInside } from './memory.ts';

/**
 * Convolves at right angles to the flow, i.e. across edges, with 2 * radius + 1 weights. With a difference of two
 * Gaussians as weights, this is the first pass of the flow-based extended difference of Gaussians: Winnemöller,
 * Kyprianidis and Olsen 2012, "XDoG: An eXtended difference-of-Gaussians compendium".
 */
export function acrossFlow(
  source: usize,
  target: usize,
  tangentX: usize,
  tangentY: usize,
  weights: usize,
  radius: i32,
  width: i32,
  height: i32,
  firstRow: i32,
  endRow: i32,
): void {
  for (let y = firstRow; y < endRow; y++) {
    for (let x = 0; x < width; x++) {
      const at = <usize>(y * width + x) * FLOAT;
      const normalX = -load<f32>(tangentY + at);
      const normalY = load<f32>(tangentX + at);
      let sum = load<f32>(weights + <usize>radius * FLOAT) * load<f32>(source + at);
      const isInner = isInside(x, y, radius + 1, width, height);

      for (let step = 1; step <= radius; step++) {
        const dx = normalX * <f32>step;
        const dy = normalY * <f32>step;
        const ahead = isInner
          ? sampleInside(source, width, <f32>x + dx, <f32>y + dy)
          : sample(source, width, height, <f32>x + dx, <f32>y + dy);
        const behind = isInner
          ? sampleInside(source, width, <f32>x - dx, <f32>y - dy)
          : sample(source, width, height, <f32>x - dx, <f32>y - dy);
        sum += load<f32>(weights + <usize>(radius + step) * FLOAT) * (ahead + behind);
      }

      store<f32>(target + at, sum);
    }
  }
}

/**
 * Weighted mean along the flow line through each pixel, in both directions. This is a line integral convolution
 * (Cabral and Leedom 1993, "Imaging vector fields using line integral convolution"). It joins broken ink lines.
 * `weights` has one weight for each distance from 0 to `steps` pixels.
 */
export function alongFlow(
  source: usize,
  target: usize,
  tangentX: usize,
  tangentY: usize,
  weights: usize,
  steps: i32,
  width: i32,
  height: i32,
  firstRow: i32,
  endRow: i32,
): void {
  const own = load<f32>(weights);
  let all = own;
  for (let step = 1; step <= steps; step++) all += 2 * load<f32>(weights + <usize>step * FLOAT);
  const share: f32 = 1 / all;

  for (let y = firstRow; y < endRow; y++) {
    for (let x = 0; x < width; x++) {
      const start = <usize>(y * width + x) * FLOAT;

      if (isInside(x, y, steps + 2, width, height)) {
        const rest = sumBothWays(source, tangentX, tangentY, weights, steps, width, x, y);
        store<f32>(target + start, (own * load<f32>(source + start) + rest) * share);
        continue;
      }

      let sum = own * load<f32>(source + start);
      let total = own;
      for (let direction: f32 = 1; direction >= -1; direction -= 2) {
        let headingX = load<f32>(tangentX + start) * direction;
        let headingY = load<f32>(tangentY + start) * direction;
        let placeX = <f32>x;
        let placeY = <f32>y;

        for (let step = 1; step <= steps; step++) {
          placeX += headingX;
          placeY += headingY;
          if (placeX < 0 || placeY < 0 || placeX >= <f32>(width - 1) || placeY >= <f32>(height - 1)) break;

          const weight = load<f32>(weights + <usize>step * FLOAT);
          sum += weight * sample(source, width, height, placeX, placeY);
          total += weight;

          // A tangent's sign is arbitrary, so flip it if it points against the previous step.
          const there = <usize>(nearest(placeY) * width + nearest(placeX)) * FLOAT;
          const nextX = load<f32>(tangentX + there);
          const nextY = load<f32>(tangentY + there);
          const turn: f32 = nextX * headingX + nextY * headingY < 0 ? -1 : 1;
          headingX = nextX * turn;
          headingY = nextY * turn;
        }
      }

      store<f32>(target + start, sum / total);
    }
  }
}

/**
 * The weighted sum along both directions, for pixels whose flow line cannot reach the border. One loop computes both
 * directions: each step must wait for the previous step of its direction, but not for the other direction.
 */
function sumBothWays(
  source: usize,
  tangentX: usize,
  tangentY: usize,
  weights: usize,
  steps: i32,
  width: i32,
  x: i32,
  y: i32,
): f32 {
  const start = <usize>(y * width + x) * FLOAT;
  let aheadX = load<f32>(tangentX + start);
  let aheadY = load<f32>(tangentY + start);
  let backX = -aheadX;
  let backY = -aheadY;
  let placeX = <f32>x;
  let placeY = <f32>y;
  let otherX = placeX;
  let otherY = placeY;
  let sum: f32 = 0;

  for (let step = 1; step <= steps; step++) {
    placeX += aheadX;
    placeY += aheadY;
    otherX += backX;
    otherY += backY;
    const ahead = sampleInside(source, width, placeX, placeY);
    const behind = sampleInside(source, width, otherX, otherY);
    sum += load<f32>(weights + <usize>step * FLOAT) * (ahead + behind);

    const there = <usize>(nearest(placeY) * width + nearest(placeX)) * FLOAT;
    const nextX = load<f32>(tangentX + there);
    const nextY = load<f32>(tangentY + there);
    const turn: f32 = nextX * aheadX + nextY * aheadY < 0 ? -1 : 1;
    aheadX = nextX * turn;
    aheadY = nextY * turn;

    const other = <usize>(nearest(otherY) * width + nearest(otherX)) * FLOAT;
    const priorX = load<f32>(tangentX + other);
    const priorY = load<f32>(tangentY + other);
    const back: f32 = priorX * backX + priorY * backY < 0 ? -1 : 1;
    backX = priorX * back;
    backY = priorY * back;
  }

  return sum;
}

/** True if a pixel is at least `margin` pixels away from the border. */
function isInside(x: i32, y: i32, margin: i32, width: i32, height: i32): bool {
  return x >= margin && y >= margin && x < width - margin && y < height - margin;
}
