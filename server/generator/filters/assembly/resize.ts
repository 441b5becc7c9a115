import { pixelBetween } from './enlarge.ts';
import { FLOAT, PIXEL } from './memory.ts';

/** Resizes a plane with bilinear interpolation. `firstRow` and `endRow` are rows of the target. */
export function resizePlane(
  source: usize,
  width: i32,
  height: i32,
  target: usize,
  newWidth: i32,
  newHeight: i32,
  firstRow: i32,
  endRow: i32,
): void {
  const scaleX = <f32>width / <f32>newWidth;
  const scaleY = <f32>height / <f32>newHeight;

  for (let y = firstRow; y < endRow; y++) {
    const fromY = max<f32>(0, min<f32>(<f32>height - 1.001, (<f32>y + 0.5) * scaleY - 0.5));
    const row = <i32>fromY;
    const partY = fromY - <f32>row;
    const out = target + <usize>(y * newWidth) * FLOAT;

    for (let x = 0; x < newWidth; x++) {
      const fromX = max<f32>(0, min<f32>(<f32>width - 1.001, (<f32>x + 0.5) * scaleX - 0.5));
      const column = <i32>fromX;
      const partX = fromX - <f32>column;
      const at = source + <usize>(row * width + column) * FLOAT;
      const below = at + <usize>width * FLOAT;
      const upper = load<f32>(at) + (load<f32>(at, 4) - load<f32>(at)) * partX;
      const lower = load<f32>(below) + (load<f32>(below, 4) - load<f32>(below)) * partX;
      store<f32>(out + <usize>x * FLOAT, upper + (lower - upper) * partY);
    }
  }
}

/** Resizes a picture with bilinear interpolation. `firstRow` and `endRow` are rows of the target. */
export function resizePicture(
  source: usize,
  width: i32,
  height: i32,
  target: usize,
  newWidth: i32,
  newHeight: i32,
  firstRow: i32,
  endRow: i32,
): void {
  const scaleX = <f32>width / <f32>newWidth;
  const scaleY = <f32>height / <f32>newHeight;

  for (let y = firstRow; y < endRow; y++) {
    const fromY = max<f32>(0, min<f32>(<f32>height - 1.001, (<f32>y + 0.5) * scaleY - 0.5));

    for (let x = 0; x < newWidth; x++) {
      const fromX = max<f32>(0, min<f32>(<f32>width - 1.001, (<f32>x + 0.5) * scaleX - 0.5));
      const value = pixelBetween(source, width, fromX, fromY);
      v128.store(target + <usize>(y * newWidth + x) * PIXEL, value);
    }
  }
}
