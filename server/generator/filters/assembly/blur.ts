import { clampIndex, FLOAT } from './memory.ts';

/** Convolves rows with a symmetric kernel of 2 * radius + 1 weights; the border pixel is repeated. */
export function blurRows(
  source: usize,
  target: usize,
  kernel: usize,
  radius: i32,
  width: i32,
  firstRow: i32,
  endRow: i32,
): void {
  for (let y = firstRow; y < endRow; y++) {
    const row = source + <usize>(y * width) * FLOAT;
    const out = target + <usize>(y * width) * FLOAT;
    let x = 0;

    while (x < width) {
      const isInside = x >= radius && x + 3 + radius < width;
      if (isInside) {
        v128.store(out + <usize>x * FLOAT, fourBlurred(row + <usize>(x - radius) * FLOAT, kernel, radius));
        x += 4;
        continue;
      }

      let sum: f32 = 0;
      for (let step = -radius; step <= radius; step++) {
        const weight = load<f32>(kernel + <usize>(step + radius) * FLOAT);
        sum += weight * load<f32>(row + <usize>clampIndex(x + step, width - 1) * FLOAT);
      }
      store<f32>(out + <usize>x * FLOAT, sum);
      x++;
    }
  }
}

/** Four neighbouring results of a row; `from` is the first number that the first of them needs. */
function fourBlurred(from: usize, kernel: usize, radius: i32): v128 {
  let sum = f32x4.splat(0);

  for (let step = 0; step <= 2 * radius; step++) {
    const offset = <usize>step * FLOAT;
    sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(kernel + offset), v128.load(from + offset)));
  }

  return sum;
}

/** Convolves columns in the same way; the width must be a multiple of four. */
export function blurColumns(
  source: usize,
  target: usize,
  kernel: usize,
  radius: i32,
  width: i32,
  height: i32,
  firstRow: i32,
  endRow: i32,
): void {
  for (let y = firstRow; y < endRow; y++) {
    const out = target + <usize>(y * width) * FLOAT;

    for (let x = 0; x < width; x += 4) {
      let sum = f32x4.splat(0);

      for (let step = -radius; step <= radius; step++) {
        const weight = v128.load32_splat(kernel + <usize>(step + radius) * FLOAT);
        const row = source + <usize>(clampIndex(y + step, height - 1) * width + x) * FLOAT;
        sum = f32x4.add(sum, f32x4.mul(weight, v128.load(row)));
      }

      v128.store(out + <usize>x * FLOAT, sum);
    }
  }
}
