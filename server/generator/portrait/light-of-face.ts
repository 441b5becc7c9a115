import { brightnessOf, clamp } from '../filters/math.ts';
import { BROWS, EYES, LIPS } from '../vision/face-contours.ts';
import type { Pixels } from '../vision/pixels.ts';
import { fitPlane, type Surface, slopesOf } from '../vision/slopes-of.ts';

/**
 * Direction of the light; 0 is from the front. `x`: −0.9 (from the left) to 0.9 (right). `y`: −0.9 (from above) to 0.9.
 */
export interface FaceLight {
  x: number;
  y: number;
}

/** Pixels darker than this (0 to 255) are ignored as hair or gaps. */
const DARK = 20;

/**
 * Finds the light's direction with a least-squares fit of the log brightness of the face's pixels to the mesh normals.
 */
export function lightOfFace(photo: Pixels, mesh: Surface): FaceLight {
  const features = new Set<number>([...EYES, ...BROWS, LIPS].flat());
  const rows: [x: number, y: number, brightness: number][] = [];

  for (const [at, slope] of slopesOf(mesh).entries()) {
    const { x, y } = mesh.points[at]!;
    if (features.has(at)) continue;
    const from = (clampTo(y, photo.height) * photo.width + clampTo(x, photo.width)) * 3;
    const bright = brightnessOf(photo.rgb[from]!, photo.rgb[from + 1]!, photo.rgb[from + 2]!);
    if (bright < DARK) continue;
    const length = Math.hypot(1, slope.x, slope.y);
    rows.push([slope.x / length, slope.y / length, Math.log(bright)]);
  }

  const { x, y } = fitPlane(rows, 1e-3);
  return { x: clamp(x, -0.9, 0.9), y: clamp(y, -0.9, 0.9) };
}

const clampTo = (value: number, size: number) => clamp(Math.round(value), 0, size - 1);
