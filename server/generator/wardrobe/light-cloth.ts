import type { Size } from '../filters/canvas.ts';
import { clamp, mix } from '../filters/math.ts';
import { boxBlur, type Plane } from '../portrait/box-blur.ts';
import type { FaceLight } from '../portrait/light-of-face.ts';

/** Light on cloth, in planes with half the picture's size. */
export interface ClothLight {
  /** Brightness factor for the cloth's colour. */
  shade: Plane;
  /**
   * `up`: how far the surface faces up (−1 down, 1 up). `mirror`: how directly light is reflected to the viewer (0 to
   * 1).
   */
  up: Plane;
  mirror: Plane;
}

/** The body's outline including the neck (0 to 1), the costume's relief (−1 to 1), and the head above it (0 to 1). */
export interface Form {
  outline: Plane;
  relief: Plane;
  head: Plane;
}

/** Heights, in head units: of the body well inside its outline, of the body near its outline, and of the relief. */
const HEIGHT = { wide: 1.35, near: 0.42, relief: 0.32 } as const;

/** Blur radii that shape the body well inside its outline and near its outline, in head units. */
const RADIUS = { wide: 0.5, near: 0.15 } as const;

const AMBIENT = 0.26;
const KEY = 1.05;

/** Maximum darkness of valleys in the relief, and of the head's cast shadow. */
const VALLEY = 0.55;
const CAST = 0.42;

/**
 * Computes the light on cloth. `unit` is the head unit in pixels of the half-size planes; `light` is the face's light.
 */
export function lightCloth(form: Form, size: Size, unit: number, light: FaceLight): ClothLight {
  const { width, height } = size;
  const surface = heightOf(form, size, unit);
  const around = boxBlur(form.relief, size, Math.max(1, Math.round(unit * 0.07)));
  const cast = castBy(form.head, size, unit, light);
  const key = normalise([light.x * 1.3, Math.min(-0.4, light.y), 0.85]);
  const half = normalise([key[0], key[1], key[2] + 1]);
  const front = diffuse(0, -0.18, key);
  const count = width * height;
  const result: ClothLight = {
    shade: new Float32Array(count),
    up: new Float32Array(count),
    mirror: new Float32Array(count),
  };

  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const left = surface[x > 0 ? at - 1 : at]!;
      const right = surface[x < width - 1 ? at + 1 : at]!;
      const above = surface[y > 0 ? at - width : at]!;
      const below = surface[y < height - 1 ? at + width : at]!;
      const slopeX = (right - left) / 2;
      const slopeY = (below - above) / 2;
      const length = Math.sqrt(1 + slopeX * slopeX + slopeY * slopeY);
      const [nx, ny] = [-slopeX / length, -slopeY / length];
      const valley = clamp((around[at]! - form.relief[at]!) * 1.4, 0, 1);
      const open = (1 - VALLEY * valley) * (1 - CAST * cast[at]!);
      result.shade[at] = (diffuse(nx, ny, key) / front) * open;
      result.up[at] = -ny;
      result.mirror[at] = Math.max(0, nx * half[0] + ny * half[1] + half[2] / length) * (1 - cast[at]!);
    }
  }
  return result;
}

function diffuse(nx: number, ny: number, [x, y, z]: readonly number[]): number {
  const facing = nx * x! + ny * y! + Math.sqrt(Math.max(0, 1 - nx * nx - ny * ny)) * z!;
  return AMBIENT + KEY * Math.max(0, (facing + 0.2) / 1.2);
}

/** The height map: the outline, inflated, plus the relief. The body continues beyond the picture's borders. */
function heightOf({ outline, relief }: Form, { width, height }: Size, unit: number): Plane {
  const wide = Math.max(1, Math.round(unit * RADIUS.wide));
  const near = Math.max(1, Math.round(unit * RADIUS.near));
  const margin = wide * 2;
  const size = { width: width + 2 * margin, height: height + 2 * margin };
  const padded = new Float32Array(size.width * size.height);
  for (let y = 0; y < size.height; y++) {
    const row = clamp(y - margin, 0, height - 1) * width;
    for (let x = 0; x < size.width; x++)
      padded[y * size.width + x] = outline[row + clamp(x - margin, 0, width - 1)]!;
  }
  const far = boxBlur(boxBlur(padded, size, wide), size, wide);
  const close = boxBlur(boxBlur(padded, size, near), size, near);
  const smooth = boxBlur(relief, { width, height }, 1);
  const result = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y + margin) * size.width + x + margin;
      const round = HEIGHT.wide * Math.sqrt(far[from]!) + HEIGHT.near * Math.sqrt(close[from]!);
      result[y * width + x] = unit * (round + HEIGHT.relief * smooth[y * width + x]!);
    }
  }
  return result;
}

/** The head's cast shadow, offset downwards and away from the light. */
function castBy(head: Plane, size: Size, unit: number, light: FaceLight): Plane {
  const { width, height } = size;
  const radius = Math.max(1, Math.round(unit * 0.11));
  const soft = boxBlur(boxBlur(head, size, radius), size, radius);
  const aside = Math.round(-light.x * unit * 0.4);
  const down = Math.round(unit * mix(0.2, 0.42, clamp(-light.y, 0, 1)));
  const result = new Float32Array(head.length);
  for (let y = down; y < height; y++) {
    for (let x = Math.max(0, aside); x < Math.min(width, width + aside); x++) {
      result[y * width + x] = soft[(y - down) * width + x - aside]!;
    }
  }
  return result;
}

function normalise([x, y, z]: [number, number, number]): [number, number, number] {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
