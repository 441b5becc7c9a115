import { clampIndex, FLOAT } from './memory.ts';

/**
 * Convolves each row with a symmetric kernel of 2 * radius + 1 weights. Border pixels are repeated outside the
 * picture.
 */
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
      const first = row + <usize>(x - radius) * FLOAT;
      if (x >= radius && x + 15 + radius < width) {
        sixteenBlurred(first, out + <usize>x * FLOAT, kernel, radius);
        x += 16;
        continue;
      }
      if (x >= radius && x + 3 + radius < width) {
        v128.store(out + <usize>x * FLOAT, fourBlurred(first, kernel, radius));
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

/**
 * Convolves four neighbouring pixels of a row. `from`: address of the first value that the first pixel's kernel
 * covers.
 */
function fourBlurred(from: usize, kernel: usize, radius: i32): v128 {
  let sum = f32x4.splat(0);

  for (let step = 0; step <= 2 * radius; step++) {
    const offset = <usize>step * FLOAT;
    sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(kernel + offset), v128.load(from + offset)));
  }

  return sum;
}

/** Convolves sixteen neighbouring pixels of a row at once, so that each kernel weight is loaded only once. */
function sixteenBlurred(from: usize, to: usize, kernel: usize, radius: i32): void {
  let sum0 = f32x4.splat(0);
  let sum1 = f32x4.splat(0);
  let sum2 = f32x4.splat(0);
  let sum3 = f32x4.splat(0);

  for (let step = 0; step <= 2 * radius; step++) {
    const weight = v128.load32_splat(kernel + <usize>step * FLOAT);
    const at = from + <usize>step * FLOAT;
    sum0 = f32x4.add(sum0, f32x4.mul(weight, v128.load(at)));
    sum1 = f32x4.add(sum1, f32x4.mul(weight, v128.load(at, 16)));
    sum2 = f32x4.add(sum2, f32x4.mul(weight, v128.load(at, 32)));
    sum3 = f32x4.add(sum3, f32x4.mul(weight, v128.load(at, 48)));
  }

  v128.store(to, sum0);
  v128.store(to, sum1, 16);
  v128.store(to, sum2, 32);
  v128.store(to, sum3, 48);
}

/** Convolves each column, as `blurRows` does each row. The width must be a multiple of four. */
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

    let x = 0;

    while (x < width) {
      const isWide = x + 16 <= width;
      let sum0 = f32x4.splat(0);
      let sum1 = f32x4.splat(0);
      let sum2 = f32x4.splat(0);
      let sum3 = f32x4.splat(0);

      for (let step = -radius; step <= radius; step++) {
        const weight = v128.load32_splat(kernel + <usize>(step + radius) * FLOAT);
        const at = source + <usize>(clampIndex(y + step, height - 1) * width + x) * FLOAT;
        sum0 = f32x4.add(sum0, f32x4.mul(weight, v128.load(at)));
        if (!isWide) continue;
        sum1 = f32x4.add(sum1, f32x4.mul(weight, v128.load(at, 16)));
        sum2 = f32x4.add(sum2, f32x4.mul(weight, v128.load(at, 32)));
        sum3 = f32x4.add(sum3, f32x4.mul(weight, v128.load(at, 48)));
      }

      const to = out + <usize>x * FLOAT;
      v128.store(to, sum0);
      if (isWide) {
        v128.store(to, sum1, 16);
        v128.store(to, sum2, 32);
        v128.store(to, sum3, 48);
      }
      x += isWide ? 16 : 4;
    }
  }
}
