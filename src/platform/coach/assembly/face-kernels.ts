/**
 * The kernels of the face network in AssemblyScript with SIMD. Activations are float32, pixel by pixel (all channels of
 * a pixel together), with a border of one zero pixel around the picture, so that no kernel checks for edges.
 */

/** Offset in bytes of the first channel of a pixel; the border counts as row −1 and column −1. */
function at(base: usize, size: i32, channels: i32, row: i32, column: i32): usize {
  return base + <usize>(((row + 1) * (size + 2) + column + 1) * channels * 4);
}

/** The first layer: 5 × 5, stride 2, 3 to 24 channels, then ReLU. The picture has a border of 1 pixel before and 2 after. */
export function stem(picture: usize, to: usize, weights: usize, bias: usize, size: i32): void {
  const line = (size * 2 + 3) * 12;

  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      let a = v128.load(bias),
        b = v128.load(bias, 16),
        c = v128.load(bias, 32);
      let d = v128.load(bias, 48),
        e = v128.load(bias, 64),
        f = v128.load(bias, 80);
      let w = weights;
      for (let ky = 0; ky < 5; ky++) {
        let from = picture + <usize>((y * 2 + ky) * line + x * 24);
        for (let k = 0; k < 15; k++) {
          const v = v128.load32_splat(from);
          a = f32x4.add(a, f32x4.mul(v, v128.load(w)));
          b = f32x4.add(b, f32x4.mul(v, v128.load(w, 16)));
          c = f32x4.add(c, f32x4.mul(v, v128.load(w, 32)));
          d = f32x4.add(d, f32x4.mul(v, v128.load(w, 48)));
          e = f32x4.add(e, f32x4.mul(v, v128.load(w, 64)));
          f = f32x4.add(f, f32x4.mul(v, v128.load(w, 80)));
          w += 96;
          from += 4;
        }
      }
      const zero = f32x4.splat(0);
      const o = at(to, size, 24, y, x);
      v128.store(o, f32x4.max(a, zero));
      v128.store(o, f32x4.max(b, zero), 16);
      v128.store(o, f32x4.max(c, zero), 32);
      v128.store(o, f32x4.max(d, zero), 48);
      v128.store(o, f32x4.max(e, zero), 64);
      v128.store(o, f32x4.max(f, zero), 80);
    }
  }
}

/** A residual block: depthwise 3 × 3, pointwise, plus what came in (pooled when `stride` is 2), ReLU. Without `keep` nothing is added. */
export function block(
  from: usize,
  to: usize,
  weights: usize,
  row: usize,
  size: i32,
  cin: i32,
  cout: i32,
  stride: i32,
  keep: bool,
): void {
  const inside = size * stride;
  const pointwise = weights + <usize>(9 * cin * 4);
  const bias = pointwise + <usize>(cin * cout * 4);
  for (let y = 0; y < size; y++) {
    depthwiseRow(from, row, weights, y, size, inside, cin, stride);
    for (let x = 0; x < size; x += 4) {
      for (let co = 0; co < cout; co += 8) {
        const one = <usize>(cin * 4);
        let p = row + <usize>x * one;
        let w = pointwise + <usize>(co * cin * 4);
        let a0 = v128.load(bias + ((<usize>co) << 2)),
          b0 = v128.load(bias + ((<usize>co) << 2), 16);
        let a1 = a0,
          b1 = b0,
          a2 = a0,
          b2 = b0,
          a3 = a0,
          b3 = b0;
        const end = p + one;
        for (; p < end; p += 4) {
          const wa = v128.load(w),
            wb = v128.load(w, 16);
          let s = v128.load32_splat(p);
          a0 = f32x4.add(a0, f32x4.mul(s, wa));
          b0 = f32x4.add(b0, f32x4.mul(s, wb));
          s = v128.load32_splat(p + one);
          a1 = f32x4.add(a1, f32x4.mul(s, wa));
          b1 = f32x4.add(b1, f32x4.mul(s, wb));
          s = v128.load32_splat(p + 2 * one);
          a2 = f32x4.add(a2, f32x4.mul(s, wa));
          b2 = f32x4.add(b2, f32x4.mul(s, wb));
          s = v128.load32_splat(p + 3 * one);
          a3 = f32x4.add(a3, f32x4.mul(s, wa));
          b3 = f32x4.add(b3, f32x4.mul(s, wb));
          w += 32;
        }
        finish(from, to, a0, b0, y, x, co, size, inside, cin, cout, stride, keep);
        finish(from, to, a1, b1, y, x + 1, co, size, inside, cin, cout, stride, keep);
        finish(from, to, a2, b2, y, x + 2, co, size, inside, cin, cout, stride, keep);
        finish(from, to, a3, b3, y, x + 3, co, size, inside, cin, cout, stride, keep);
      }
    }
  }
}

/** Adds what came in to eight channels of a pixel, applies ReLU and stores them. */
function finish(
  from: usize,
  to: usize,
  a: v128,
  b: v128,
  y: i32,
  x: i32,
  co: i32,
  size: i32,
  inside: i32,
  cin: i32,
  cout: i32,
  stride: i32,
  keep: bool,
): void {
  if (keep && co < cin) {
    const p = at(from, inside, cin, y * stride, x * stride) + ((<usize>co) << 2);
    let ra = v128.load(p),
      rb = v128.load(p, 16);
    if (stride === 2) {
      const right = <usize>(cin * 4);
      const below = <usize>((inside + 2) * cin * 4);
      ra = f32x4.max(
        f32x4.max(ra, v128.load(p + right)),
        f32x4.max(v128.load(p + below), v128.load(p + below + right)),
      );
      rb = f32x4.max(
        f32x4.max(rb, v128.load(p + right, 16)),
        f32x4.max(v128.load(p + below, 16), v128.load(p + below + right, 16)),
      );
    }

    a = f32x4.add(a, ra);
    b = f32x4.add(b, rb);
  }

  const zero = f32x4.splat(0);
  const o = at(to, size, cout, y, x) + ((<usize>co) << 2);
  v128.store(o, f32x4.max(a, zero));
  v128.store(o, f32x4.max(b, zero), 16);
}

/** One row of the depthwise 3 × 3 convolution, four channels at a time. */
function depthwiseRow(
  from: usize,
  row: usize,
  weights: usize,
  y: i32,
  size: i32,
  inside: i32,
  cin: i32,
  stride: i32,
): void {
  const pixel = <usize>(cin * 4);
  const line = <usize>((inside + 2) * cin * 4);
  const start = stride === 1 ? -1 : 0;
  const step = pixel * <usize>stride;

  for (let c: usize = 0; c < pixel; c += 16) {
    const w = weights + c;
    const w0 = v128.load(w),
      w1 = v128.load(w + pixel),
      w2 = v128.load(w + 2 * pixel);
    const w3 = v128.load(w + 3 * pixel),
      w4 = v128.load(w + 4 * pixel),
      w5 = v128.load(w + 5 * pixel);
    const w6 = v128.load(w + 6 * pixel),
      w7 = v128.load(w + 7 * pixel),
      w8 = v128.load(w + 8 * pixel);
    let p = at(from, inside, cin, y * stride + start, start) + c;
    let o = row + c;

    for (let x = 0; x < size; x++) {
      const q = p + line,
        r = q + line;
      let sum = f32x4.mul(w0, v128.load(p));
      sum = f32x4.add(sum, f32x4.mul(w1, v128.load(p + pixel)));
      sum = f32x4.add(sum, f32x4.mul(w2, v128.load(p + 2 * pixel)));
      let two = f32x4.mul(w3, v128.load(q));
      two = f32x4.add(two, f32x4.mul(w4, v128.load(q + pixel)));
      two = f32x4.add(two, f32x4.mul(w5, v128.load(q + 2 * pixel)));
      let three = f32x4.mul(w6, v128.load(r));
      three = f32x4.add(three, f32x4.mul(w7, v128.load(r + pixel)));
      three = f32x4.add(three, f32x4.mul(w8, v128.load(r + 2 * pixel)));
      v128.store(o, f32x4.add(f32x4.add(sum, two), three));
      p += step;
      o += pixel;
    }
  }
}
