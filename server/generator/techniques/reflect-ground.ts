import type { Size } from '../filters/canvas.ts';
import type { Plane } from '../filters/filter-memory.ts';
import { brightnessOf, smoothstep } from '../filters/math.ts';
import type { Stage } from '../portrait/stage.ts';

/** Maximum fraction of the background's colour that is added to skin. It applies in the darkest shadows. */
const SHARE = 0.3;

/** A colour's channels minus its luminance. */
type Tint = [number, number, number];

/** Tints shaded skin with the scene's colour from the same side, without changing its luminance. */
export function reflectGround({ width, height }: Size, stage: Stage, skin: Plane, picture: Plane): void {
  const bright = brightnessOf(...stage.skin);
  const middle = middleOf(stage.face, width);
  if (!middle) return;
  const sides = [tintOf(stage.back, 0, middle, width), tintOf(stage.back, middle, width, width)] as const;

  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const soft = skin.data[at]!;
      if (soft < 0.02) continue;
      const light = brightnessOf(picture.data[at * 4]!, picture.data[at * 4 + 1]!, picture.data[at * 4 + 2]!);
      const shadow = smoothstep(0.95, 0.45, light / bright);
      const share = SHARE * soft * shadow * (1 - stage.features.data[at]!);
      const right = smoothstep(middle - stage.eyeDistance, middle + stage.eyeDistance, x);
      for (let channel = 0; channel < 3; channel++) {
        const tint = sides[0][channel]! * (1 - right) + sides[1][channel]! * right;
        picture.data[at * 4 + channel]! += tint * share;
      }
    }
  }
}

/** The column of the face's centre; null if no face is visible. */
function middleOf(face: Plane, width: number): number | null {
  let sum = 0;
  let columns = 0;
  for (let at = 0; at < face.data.length; at += 5) {
    sum += face.data[at]!;
    columns += face.data[at]! * (at % width);
  }
  return sum > 0 ? Math.round(columns / sum) : null;
}

function tintOf(back: Uint8Array, from: number, to: number, width: number): Tint {
  const sum: Tint = [0, 0, 0];
  let count = 0;
  for (let pixel = 0; pixel < back.length / 3; pixel += 13) {
    const column = pixel % width;
    if (column < from || column >= to) continue;
    count += 1;
    for (let channel = 0; channel < 3; channel++) sum[channel]! += back[pixel * 3 + channel]!;
  }
  const mean = sum.map(part => part / Math.max(1, count)) as Tint;
  const light = brightnessOf(...mean);
  return mean.map(part => part - light) as Tint;
}
