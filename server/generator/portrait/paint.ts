import { PIC } from '../scenes/scene.ts';
import { softBlur } from './box-blur.ts';
import { brightnessOf } from './brightness.ts';

/**
 * Turns a picture into brush strokes (a Kuwahara filter): each pixel takes the mean of its calmest neighbouring
 * squares, weighted by how calm they are. Some of the fine detail is put back so that eyes stay alive.
 */
export function paint(
  pic: Float32Array,
  { radius, detail }: { radius: number; detail: number },
): Float32Array {
  const sums = sumsOf(pic);
  const painted = new Float32Array(pic.length);
  const brightness = brightnessOf(pic);
  const smooth = softBlur(brightness, PIC, 2);

  for (let y = 0; y < PIC.height; y++) {
    for (let x = 0; x < PIC.width; x++) {
      const at = y * PIC.width + x;
      const fine = (brightness[at]! - smooth[at]!) * detail;
      let weights = 0;
      let red = 0;
      let green = 0;
      let blue = 0;

      for (let quarter = 0; quarter < 4; quarter++) {
        const left = Math.max(0, quarter & 1 ? x : x - radius);
        const right = Math.min(PIC.width, (quarter & 1 ? x + radius : x) + 1);
        const top = Math.max(0, quarter & 2 ? y : y - radius);
        const bottom = Math.min(PIC.height, (quarter & 2 ? y + radius : y) + 1);
        const scale = 1 / ((right - left) * (bottom - top));
        const a = (top * ROW + left) * 4;
        const b = (top * ROW + right) * 4;
        const c = (bottom * ROW + left) * 4;
        const d = (bottom * ROW + right) * 4;

        const meanRed = (sums[d]! - sums[b]! - sums[c]! + sums[a]!) * scale;
        const meanGreen = (sums[d + 1]! - sums[b + 1]! - sums[c + 1]! + sums[a + 1]!) * scale;
        const meanBlue = (sums[d + 2]! - sums[b + 2]! - sums[c + 2]! + sums[a + 2]!) * scale;
        const meanSquare = (sums[d + 3]! - sums[b + 3]! - sums[c + 3]! + sums[a + 3]!) * scale;
        const mean = (meanRed + meanGreen + meanBlue) / 3;
        const variance = Math.max(0, meanSquare - mean * mean);
        const calm = 1 / (1 + variance * 0.05 + variance * variance * 0.004);
        const weight = calm * calm;

        weights += weight;
        red += meanRed * weight;
        green += meanGreen * weight;
        blue += meanBlue * weight;
      }

      painted[at * 3] = red / weights + fine;
      painted[at * 3 + 1] = green / weights + fine;
      painted[at * 3 + 2] = blue / weights + fine;
    }
  }

  return painted;
}

const ROW = PIC.width + 1;

/** For each pixel the sums over everything above and left of it: red, green, blue, square of the brightness. */
function sumsOf(pic: Float32Array): Float64Array {
  const sums = new Float64Array(ROW * (PIC.height + 1) * 4);

  for (let y = 0; y < PIC.height; y++) {
    const line = [0, 0, 0, 0];

    for (let x = 0; x < PIC.width; x++) {
      const from = (y * PIC.width + x) * 3;
      const red = pic[from]!;
      const green = pic[from + 1]!;
      const blue = pic[from + 2]!;
      const mean = (red + green + blue) / 3;
      const to = ((y + 1) * ROW + x + 1) * 4;
      const above = to - ROW * 4;

      line[0]! += red;
      line[1]! += green;
      line[2]! += blue;
      line[3]! += mean * mean;
      for (let part = 0; part < 4; part++) sums[to + part] = sums[above + part]! + line[part]!;
    }
  }

  return sums;
}
