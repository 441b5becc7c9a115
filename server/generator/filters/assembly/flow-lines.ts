import { FLOAT, sample } from './memory.ts';

/**
 * Convolves across the edges with 2 * radius + 1 weights. With the weights of a difference of two Gaussians this is the
 * first half of the flow-based extended difference of Gaussians: Winnemöller, Kyprianidis and Olsen 2012, "XDoG: An
 * eXtended difference-of-Gaussians compendium".
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

      for (let step = 1; step <= radius; step++) {
        const dx = normalX * <f32>step;
        const dy = normalY * <f32>step;
        const ahead = sample(source, width, height, <f32>x + dx, <f32>y + dy);
        const behind = sample(source, width, height, <f32>x - dx, <f32>y - dy);
        sum += load<f32>(weights + <usize>(radius + step) * FLOAT) * (ahead + behind);
      }

      store<f32>(target + at, sum);
    }
  }
}

/**
 * The weighted mean along the flow line through each pixel, both ways: a line integral convolution (Cabral and Leedom 1993,
 * "Imaging vector fields using line integral convolution"). `weights` holds one weight a step, from 0 to `steps`. It joins
 * the pieces of ink lines.
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
  for (let y = firstRow; y < endRow; y++) {
    for (let x = 0; x < width; x++) {
      const start = <usize>(y * width + x) * FLOAT;
      let sum = load<f32>(weights) * load<f32>(source + start);
      let total = load<f32>(weights);

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

          // The tensor knows a line but not which way it goes: the next step goes on as the last did.
          const there = <usize>(<i32>placeY * width + <i32>placeX) * FLOAT;
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

/** As `alongFlow`, for noise: takes the nearest pixel instead of a mean of four, which does not show and is twice as fast. */
export function smearAlongFlow(
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
  for (let y = firstRow; y < endRow; y++) {
    for (let x = 0; x < width; x++) {
      const start = <usize>(y * width + x) * FLOAT;
      let sum = load<f32>(weights) * load<f32>(source + start);
      let total = load<f32>(weights);

      for (let direction: f32 = 1; direction >= -1; direction -= 2) {
        let headingX = load<f32>(tangentX + start) * direction;
        let headingY = load<f32>(tangentY + start) * direction;
        let placeX = <f32>x + 0.5;
        let placeY = <f32>y + 0.5;

        for (let step = 1; step <= steps; step++) {
          placeX += headingX;
          placeY += headingY;
          if (placeX < 0 || placeY < 0 || placeX >= <f32>width || placeY >= <f32>height) break;

          const there = <usize>(<i32>placeY * width + <i32>placeX) * FLOAT;
          const weight = load<f32>(weights + <usize>step * FLOAT);
          sum += weight * load<f32>(source + there);
          total += weight;

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
