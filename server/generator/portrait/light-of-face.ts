import { brightnessOf, clamp } from '../filters/math.ts';
import { BROWS, EYES, LIPS } from '../vision/face-contours.ts';
import type { FaceMesh } from '../vision/mesh-face.ts';
import type { Pixels } from '../vision/pixels.ts';

/** Which way light falls on a face: to the right and down above 0, each −0.9 to 0.9; 0 is from the front. */
export interface FaceLight {
  x: number;
  y: number;
}

/** Points within this distance, as a share of the face's width, lie on one plane with a point. */
const NEAR = 0.16;

/** Darker places (0 to 255) are hair or holes. */
const DARK = 20;

/** The light in which a face was photographed: least squares of the logarithm of its brightness over the mesh's normals. */
export function lightOfFace(photo: Pixels, { points, depths }: FaceMesh): FaceLight {
  const features = new Set<number>([...EYES, ...BROWS, LIPS].flat());
  const xs = points.map(({ x }) => x);
  const width = Math.max(...xs) - Math.min(...xs);
  const rows: [x: number, y: number, brightness: number][] = [];

  for (const [at, { x, y }] of points.entries()) {
    if (features.has(at)) continue;
    const from = (clampTo(y, photo.height) * photo.width + clampTo(x, photo.width)) * 3;
    const bright = brightnessOf(photo.rgb[from]!, photo.rgb[from + 1]!, photo.rgb[from + 2]!);
    if (bright < DARK) continue;
    const [slopeX, slopeY] = slopesAt(at, points, depths, width * NEAR);
    const length = Math.hypot(1, slopeX, slopeY);
    rows.push([slopeX / length, slopeY / length, Math.log(bright)]);
  }

  const [x, y] = fitPlane(rows, 1e-3);
  return { x: clamp(x, -0.9, 0.9), y: clamp(y, -0.9, 0.9) };
}

/** How the depth around a point grows to the right and down: a plane through its neighbours. */
function slopesAt(at: number, points: FaceMesh['points'], depths: Float32Array, near: number) {
  const own = points[at]!;
  const rows: [number, number, number][] = [];
  for (const [other, { x, y }] of points.entries()) {
    if (Math.hypot(x - own.x, y - own.y) < near) rows.push([x - own.x, y - own.y, depths[other]!]);
  }
  return fitPlane(rows, 1e-3);
}

/** The slopes of the plane z = a x + b y + c through points. */
function fitPlane(rows: [number, number, number][], least: number): [a: number, b: number] {
  const mean = [0, 1, 2].map(
    part => rows.reduce((sum, row) => sum + row[part]!, 0) / Math.max(1, rows.length),
  );
  let [xx, xy, yy, xz, yz] = [least, 0, least, 0, 0];
  for (const [x, y, z] of rows) {
    const [dx, dy, dz] = [x - mean[0]!, y - mean[1]!, z - mean[2]!];
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
    xz += dx * dz;
    yz += dy * dz;
  }
  const determinant = xx * yy - xy * xy;
  return [(xz * yy - yz * xy) / determinant, (yz * xx - xz * xy) / determinant];
}

const clampTo = (value: number, size: number) => clamp(Math.round(value), 0, size - 1);
