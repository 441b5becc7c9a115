import type { Material } from '../catalogue/schema.ts';
import type { Plane } from '../filters/filter-memory.ts';
import { clamp } from '../filters/math.ts';
import type { Painter } from '../filters/painter.ts';

/** Adds a texture to a drawn scene (three bytes per pixel), because flat gradients look cheap in every technique. */
export async function giveMaterial(painter: Painter, back: Uint8Array, material: Material): Promise<void> {
  if (material === 'none') return;

  const { width, height } = painter.canvas;
  const paper = await painter.noise('paper');
  const blots = await painter.noise('blot');
  const clouds = await painter.noise('cloud');
  const surface = await surfaceOf(painter, material, paper);

  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const warmth = clouds.data[at]! * 5;
      const lift = blots.data[at]! * 4 + clouds.data[at]! * 5 + surface(at, x, y);

      back[at * 3] = clamp(back[at * 3]! + lift + warmth, 0, 255);
      back[at * 3 + 1] = clamp(back[at * 3 + 1]! + lift, 0, 255);
      back[at * 3 + 2] = clamp(back[at * 3 + 2]! + lift - warmth, 0, 255);
    }
  }
}

/** Returns a function for the brightness change (0 to 255) that the material causes at a pixel. */
async function surfaceOf(
  painter: Painter,
  material: Exclude<Material, 'none'>,
  paper: Plane,
): Promise<(at: number, x: number, y: number) => number> {
  if (material === 'paper') return at => paper.data[at]! * 4;
  if (material === 'canvas') {
    const weave = Float64Array.from({ length: painter.canvas.height }, (_, at) => Math.sin(at * 1.35));
    return (at, x, y) => weave[x]! * weave[y]! * 7 + paper.data[at]! * 3;
  }

  const marks = await painter.strokes('turning');
  return at => marks.data[at]! * 6;
}
