import { clampIndex, FLOAT, PIXEL, sumOfLanes } from './memory.ts';

/** Computes the luminance (0 to 1) of a picture with the weights of Rec. 601. */
export function luminance(picture: usize, plane: usize, width: i32, firstRow: i32, endRow: i32): void {
  const weights = f32x4(0.299 / 255, 0.587 / 255, 0.114 / 255, 0);

  for (let at = firstRow * width; at < endRow * width; at++) {
    const pixel = v128.load(picture + <usize>at * PIXEL);
    store<f32>(plane + <usize>at * FLOAT, sumOfLanes(f32x4.mul(pixel, weights)));
  }
}

/**
 * The colour structure tensor (Di Zenzo 1986, "A note on the gradient of a multi-image"): products of the x and y
 * derivatives, summed over the channels. The derivatives are from the Sobel operator, scaled to −1 to 1.
 */
export function structureTensor(
  picture: usize,
  xx: usize,
  xy: usize,
  yy: usize,
  width: i32,
  height: i32,
  firstRow: i32,
  endRow: i32,
): void {
  const scale = f32x4(1.0 / 1020, 1.0 / 1020, 1.0 / 1020, 0);
  const two = f32x4.splat(2);

  for (let y = firstRow; y < endRow; y++) {
    const above = picture + <usize>(clampIndex(y - 1, height - 1) * width) * PIXEL;
    const here = picture + <usize>(y * width) * PIXEL;
    const below = picture + <usize>(clampIndex(y + 1, height - 1) * width) * PIXEL;

    for (let x = 0; x < width; x++) {
      const left = <usize>clampIndex(x - 1, width - 1) * PIXEL;
      const middle = <usize>x * PIXEL;
      const right = <usize>clampIndex(x + 1, width - 1) * PIXEL;
      const aboveLeft = v128.load(above + left);
      const aboveRight = v128.load(above + right);
      const belowLeft = v128.load(below + left);
      const belowRight = v128.load(below + right);

      const sides = f32x4.sub(v128.load(here + right), v128.load(here + left));
      const corners = f32x4.add(f32x4.sub(aboveRight, aboveLeft), f32x4.sub(belowRight, belowLeft));
      const across = f32x4.mul(f32x4.add(corners, f32x4.mul(two, sides)), scale);

      const ends = f32x4.sub(v128.load(below + middle), v128.load(above + middle));
      const edges = f32x4.add(f32x4.sub(belowLeft, aboveLeft), f32x4.sub(belowRight, aboveRight));
      const down = f32x4.mul(f32x4.add(edges, f32x4.mul(two, ends)), scale);

      const at = <usize>(y * width + x) * FLOAT;
      store<f32>(xx + at, sumOfLanes(f32x4.mul(across, across)));
      store<f32>(xy + at, sumOfLanes(f32x4.mul(across, down)));
      store<f32>(yy + at, sumOfLanes(f32x4.mul(down, down)));
    }
  }
}

/**
 * Converts a smoothed tensor to the direction along edges (the eigenvector of the smaller eigenvalue) and to the
 * anisotropy (0: no direction; 1: a clear edge), as in Brox et al. 2006, "Adaptive structure tensors". Of two
 * equivalent formulas for the eigenvector, this uses the formula whose result is not close to zero. The width must be
 * a multiple of four.
 */
export function tangents(
  xx: usize,
  xy: usize,
  yy: usize,
  tangentX: usize,
  tangentY: usize,
  anisotropy: usize,
  width: i32,
  firstRow: i32,
  endRow: i32,
): void {
  const half = f32x4.splat(0.5);
  const four = f32x4.splat(4);
  const one = f32x4.splat(1);
  const tiny = f32x4.splat(1e-12);
  const tinySquare = f32x4.splat(1e-24);
  const end = <usize>(endRow * width) * FLOAT;

  for (let at = <usize>(firstRow * width) * FLOAT; at < end; at += 4 * FLOAT) {
    const e = v128.load(xx + at);
    const f = v128.load(xy + at);
    const g = v128.load(yy + at);
    const difference = f32x4.sub(e, g);
    const sum = f32x4.add(e, g);
    const squares = f32x4.add(f32x4.mul(difference, difference), f32x4.mul(four, f32x4.mul(f, f)));
    const root = f32x4.sqrt(squares);
    const smaller = f32x4.mul(half, f32x4.sub(sum, root));

    const isSteep = f32x4.ge(e, g);
    const x = v128.bitselect(f, f32x4.sub(smaller, g), isSteep);
    const y = v128.bitselect(f32x4.sub(smaller, e), f, isSteep);
    const length2 = f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y));
    const isKnown = f32x4.gt(length2, tinySquare);
    const scale = f32x4.div(one, f32x4.sqrt(f32x4.max(length2, tinySquare)));

    v128.store(tangentX + at, v128.bitselect(f32x4.mul(x, scale), one, isKnown));
    v128.store(tangentY + at, v128.and(f32x4.mul(y, scale), isKnown));
    v128.store(anisotropy + at, f32x4.div(root, f32x4.add(sum, tiny)));
  }
}
