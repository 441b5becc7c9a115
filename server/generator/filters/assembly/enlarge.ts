import { FLOAT, PIXEL } from './memory.ts';

/**
 * Enlarges a picture with bilinear interpolation, then averages along the flow line through each pixel. This smooths
 * jagged edges without blurring across them. The flow has the target's size. The 2 * radius + 1 `weights` belong to
 * samples on the flow line. Samples are `stride` source pixels apart if the flow direction is certain, and closer
 * together if it is uncertain, e.g. in the tip of a leaf. `firstRow` and `endRow` are rows of the target.
 */
export function enlargeAlongFlow(
  source: usize,
  width: i32,
  height: i32,
  target: usize,
  tangentX: usize,
  tangentY: usize,
  anisotropy: usize,
  weights: usize,
  radius: i32,
  stride: f32,
  newWidth: i32,
  newHeight: i32,
  firstRow: i32,
  endRow: i32,
): void {
  const scaleX = <f32>width / <f32>newWidth;
  const scaleY = <f32>height / <f32>newHeight;
  const lastX = <f32>width - 1.001;
  const lastY = <f32>height - 1.001;

  for (let y = firstRow; y < endRow; y++) {
    const middleY = (<f32>y + 0.5) * scaleY - 0.5;

    for (let x = 0; x < newWidth; x++) {
      const at = <usize>(y * newWidth + x) * FLOAT;
      const length = stride * load<f32>(anisotropy + at);
      const stepX = load<f32>(tangentX + at) * length;
      const stepY = load<f32>(tangentY + at) * length;
      const middleX = (<f32>x + 0.5) * scaleX - 0.5;
      let sum = f32x4.splat(0);

      for (let step = -radius; step <= radius; step++) {
        const fromX = max<f32>(0, min<f32>(lastX, middleX + stepX * <f32>step));
        const fromY = max<f32>(0, min<f32>(lastY, middleY + stepY * <f32>step));
        const weight = v128.load32_splat(weights + <usize>(step + radius) * FLOAT);
        sum = f32x4.add(sum, f32x4.mul(weight, pixelBetween(source, width, fromX, fromY)));
      }
      v128.store(target + at * 4, sum);
    }
  }
}

/** Bilinear sample of a picture. The position must be inside the picture. */
export function pixelBetween(source: usize, width: i32, x: f32, y: f32): v128 {
  const column = <i32>x;
  const row = <i32>y;
  const partX = f32x4.splat(x - <f32>column);
  const partY = f32x4.splat(y - <f32>row);
  const at = source + <usize>(row * width + column) * PIXEL;
  const below = at + <usize>width * PIXEL;

  const aboveLeft = v128.load(at);
  const belowLeft = v128.load(below);
  const upper = f32x4.add(aboveLeft, f32x4.mul(partX, f32x4.sub(v128.load(at + PIXEL), aboveLeft)));
  const lower = f32x4.add(belowLeft, f32x4.mul(partX, f32x4.sub(v128.load(below + PIXEL), belowLeft)));

  return f32x4.add(upper, f32x4.mul(partY, f32x4.sub(lower, upper)));
}
