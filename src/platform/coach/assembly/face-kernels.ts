/**
 * The face network's kernels, in AssemblyScript with SIMD. Activations are float32; all channels of a pixel are
 * adjacent. Each feature map has a one-pixel zero border, so that the kernels need no edge checks.
 */

/** Byte offset of a pixel's first channel. The border has row −1 and column −1. */
function at(base: usize, size: i32, channels: i32, row: i32, column: i32): usize {
  return base + <usize>(((row + 1) * (size + 2) + column + 1) * channels * 4);
}

/** Computes a × b + c. With relaxed SIMD this is a single instruction with a single rounding. */
function multiplyAdd(a: v128, b: v128, c: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? f32x4.relaxed_madd(a, b, c) : f32x4.add(c, f32x4.mul(a, b));
}

/** First layer: 5 × 5 convolution, stride 2, 3 to 24 channels, ReLU. Border of the picture: 1 px before, 2 px after. */
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
          a = multiplyAdd(v, v128.load(w), a);
          b = multiplyAdd(v, v128.load(w, 16), b);
          c = multiplyAdd(v, v128.load(w, 32), c);
          d = multiplyAdd(v, v128.load(w, 48), d);
          e = multiplyAdd(v, v128.load(w, 64), e);
          f = multiplyAdd(v, v128.load(w, 80), f);
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

/**
 * Residual block: depthwise 3 × 3, then pointwise convolution. If `keep` is set, adds the input (max-pooled if `stride`
 * is 2). Then ReLU.
 */
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
  const pixelIn = <usize>(cin * 4);
  const pixelOut = <usize>(cout * 4);
  const step = pixelIn * <usize>stride;
  const below = <usize>(inside + 2) * pixelIn;
  const pointwise = weights + 9 * pixelIn;
  const bias = pointwise + <usize>cout * pixelIn;
  // Adds the input only to the first channels, because the output may have more channels than the input.
  const added: usize = keep ? pixelIn : 0;
  const zero = f32x4.splat(0);

  for (let y = 0; y < size; y++) {
    depthwiseRow(from, row, weights, y, size, inside, cin, stride);
    let old = at(from, inside, cin, y * stride, 0);
    let target = at(to, size, cout, y, 0);
    const rowEnd = row + <usize>size * pixelIn;
    for (let pixels = row; pixels < rowEnd; pixels += 4 * pixelIn) {
      let w = pointwise;
      for (let channel: usize = 0; channel < pixelOut; channel += 32) {
        let a0 = v128.load(bias + channel),
          b0 = v128.load(bias + channel, 16);
        let a1 = a0,
          b1 = b0,
          a2 = a0,
          b2 = b0,
          a3 = a0,
          b3 = b0;
        for (let p = pixels; p < pixels + pixelIn; p += 4) {
          const wa = v128.load(w),
            wb = v128.load(w, 16);
          let s = v128.load32_splat(p);
          a0 = multiplyAdd(s, wa, a0);
          b0 = multiplyAdd(s, wb, b0);
          s = v128.load32_splat(p + pixelIn);
          a1 = multiplyAdd(s, wa, a1);
          b1 = multiplyAdd(s, wb, b1);
          s = v128.load32_splat(p + 2 * pixelIn);
          a2 = multiplyAdd(s, wa, a2);
          b2 = multiplyAdd(s, wb, b2);
          s = v128.load32_splat(p + 3 * pixelIn);
          a3 = multiplyAdd(s, wa, a3);
          b3 = multiplyAdd(s, wb, b3);
          w += 32;
        }
        if (channel < added) {
          let q = old + channel;
          a0 = f32x4.add(a0, pooled(q, pixelIn, below, stride));
          b0 = f32x4.add(b0, pooled(q + 16, pixelIn, below, stride));
          q += step;
          a1 = f32x4.add(a1, pooled(q, pixelIn, below, stride));
          b1 = f32x4.add(b1, pooled(q + 16, pixelIn, below, stride));
          q += step;
          a2 = f32x4.add(a2, pooled(q, pixelIn, below, stride));
          b2 = f32x4.add(b2, pooled(q + 16, pixelIn, below, stride));
          q += step;
          a3 = f32x4.add(a3, pooled(q, pixelIn, below, stride));
          b3 = f32x4.add(b3, pooled(q + 16, pixelIn, below, stride));
        }
        let o = target + channel;
        v128.store(o, f32x4.max(a0, zero));
        v128.store(o, f32x4.max(b0, zero), 16);
        o += pixelOut;
        v128.store(o, f32x4.max(a1, zero));
        v128.store(o, f32x4.max(b1, zero), 16);
        o += pixelOut;
        v128.store(o, f32x4.max(a2, zero));
        v128.store(o, f32x4.max(b2, zero), 16);
        o += pixelOut;
        v128.store(o, f32x4.max(a3, zero));
        v128.store(o, f32x4.max(b3, zero), 16);
      }
      old += 4 * step;
      target += 4 * pixelOut;
    }
  }
}

/** Loads four input channels of a pixel. With stride 2, takes the maximum of 2 × 2 pixels. */
function pooled(p: usize, right: usize, below: usize, stride: i32): v128 {
  if (stride === 1) return v128.load(p);
  return f32x4.max(
    f32x4.max(v128.load(p), v128.load(p + right)),
    f32x4.max(v128.load(p + below), v128.load(p + below + right)),
  );
}

/** Computes one row of the depthwise 3 × 3 convolution, four channels at a time. */
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
      sum = multiplyAdd(w1, v128.load(p + pixel), sum);
      sum = multiplyAdd(w2, v128.load(p + 2 * pixel), sum);
      let two = f32x4.mul(w3, v128.load(q));
      two = multiplyAdd(w4, v128.load(q + pixel), two);
      two = multiplyAdd(w5, v128.load(q + 2 * pixel), two);
      let three = f32x4.mul(w6, v128.load(r));
      three = multiplyAdd(w7, v128.load(r + pixel), three);
      three = multiplyAdd(w8, v128.load(r + 2 * pixel), three);
      v128.store(o, f32x4.add(f32x4.add(sum, two), three));
      p += step;
      o += pixel;
    }
  }
}
