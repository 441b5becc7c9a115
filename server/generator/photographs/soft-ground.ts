import sharp from 'sharp';
import type { Size } from '../filters/canvas.ts';
import { brightnessOf, clamp, smoothstep } from '../filters/math.ts';
import { boxBlur, type Plane } from '../portrait/box-blur.ts';
import { sharpFrom } from '../vision/pixels.ts';
import type { DevelopedPhoto } from './develop-photo.ts';
import { GAMMA } from './light-of-eyes.ts';

/**
 * A small, blurred picture of the background without the person, as through a telephoto lens. It extends beyond the
 * photo's borders, where it is mirrored.
 */
export interface SoftGround {
  /** Red, green and blue of each pixel in linear light (0 to 1). */
  light: Float32Array;
  width: number;
  height: number;
  /**
   * `scale`: pixels of this picture per pixel of the photo. `left` and `top`: position of the photo's upper left
   * corner in this picture.
   */
  scale: number;
  left: number;
  top: number;
  /** Mean brightness (0 to 255, gamma-encoded) next to the head. */
  mean: number;
}

/**
 * Eye distance in this picture (pixels). The other lengths, in eye distances: the radius to which a point of light is
 * blurred, and the border added around the photo.
 */
const EYES = 36;
const RADIUS = 0.5;
const BORDER = 3.2;

export async function softGround(photo: DevelopedPhoto): Promise<SoftGround> {
  const scale = Math.min(1, EYES / photo.eyeDistance);
  const inner = { width: Math.round(photo.width * scale), height: Math.round(photo.height * scale) };
  const border = Math.round(BORDER * photo.eyeDistance * scale);
  const size = { width: inner.width + 2 * border, height: inner.height + 2 * border };
  const rgb = await sharpFrom(photo).resize(inner.width, inner.height, { fit: 'fill' }).raw().toBuffer();
  const opacity = await opacityIn(photo, inner);
  // Grow the person's mask, so that no colour of the person leaks into the background.
  const grown = boxBlur(opacity, inner, Math.max(1, Math.round(EYES * 0.06)));
  const planes = [0, 1, 2, 3].map(() => new Float32Array(size.width * size.height));
  const mirror = (at: number, last: number) => {
    const period = 2 * last;
    const inside = ((at % period) + period) % period;
    return inside > last ? period - inside : inside;
  };
  const free = rowsAbove(grown, inner);
  for (let y = 0; y < size.height; y++) {
    // Above the photo, mirror only rows above the person. Otherwise a mirrored head would appear above the head.
    const row = y < border ? mirror(border - y, free) : mirror(y - border, inner.height - 1);
    for (let x = 0; x < size.width; x++) {
      const from = row * inner.width + mirror(x - border, inner.width - 1);
      const weight = clamp(1 - grown[from]! * 5, 0, 1);
      const to = y * size.width + x;
      const bright = brightnessOf(rgb[from * 3]!, rgb[from * 3 + 1]!, rgb[from * 3 + 2]!) / 255;
      // Brighten very bright places, because real lamps are brighter than a photo can show.
      const boost = 1 + 2.5 * smoothstep(0.86, 1, bright);
      for (let k = 0; k < 3; k++) planes[k]![to] = (rgb[from * 3 + k]! / 255) ** GAMMA * weight * boost;
      planes[3]![to] = weight;
    }
  }

  const radius = EYES * RADIUS;
  const near = planes.map(plane => disc(disc(plane, size, radius), size, radius * 0.35));
  const far = planes.map(plane =>
    boxBlur(boxBlur(plane, size, Math.round(radius * 2.5)), size, Math.round(radius * 2.5)),
  );
  const light = new Float32Array(size.width * size.height * 3);
  const all = planes[3]!.reduce((sum, value) => sum + value, 0);
  const means = [0, 1, 2].map(k => planes[k]!.reduce((sum, value) => sum + value, 0) / Math.max(1, all));
  for (let at = 0; at < planes[3]!.length; at++) {
    const share = smoothstep(0.03, 0.3, near[3]![at]!);
    const farShare = smoothstep(0.002, 0.04, far[3]![at]!);
    for (let k = 0; k < 3; k++) {
      const distant = (far[k]![at]! / Math.max(1e-4, far[3]![at]!)) * farShare + means[k]! * (1 - farShare);
      const close = near[k]![at]! / Math.max(1e-4, near[3]![at]!);
      light[at * 3 + k] = Math.min(1, close * share + distant * (1 - share));
    }
  }
  const ground = { light, ...size, scale, left: border, top: border, mean: 0 };
  ground.mean = meanBeside(ground, photo, planes[3]!);
  return ground;
}

/** The number of rows above the person, at least one. */
function rowsAbove(opacity: Plane, { width }: Size): number {
  const first = opacity.findIndex(value => value > 0.1);
  return Math.max(1, Math.floor(first / width) - 1);
}

async function opacityIn(photo: DevelopedPhoto, { width, height }: { width: number; height: number }) {
  const { width: from, height: rows, person } = photo;
  const alpha = Buffer.alloc(from * rows);
  for (let at = 0; at < alpha.length; at++) alpha[at] = person[at * 4 + 3]!;
  const bytes = await sharp(alpha, { raw: { width: from, height: rows, channels: 1 } })
    .toColourspace('b-w')
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
  const plane = new Float32Array(width * height);
  for (let at = 0; at < plane.length; at++) plane[at] = bytes[at]! / 255;
  return plane;
}

/** The mean over a disc around each pixel. Border values are repeated outside the picture. */
function disc(plane: Float32Array, { width, height }: { width: number; height: number }, radius: number) {
  const r = Math.max(1, Math.round(radius));
  const result = new Float32Array(plane.length);
  const sums = new Float64Array((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      sums[y * (width + 1) + x + 1] = sums[y * (width + 1) + x]! + plane[y * width + x]!;
  const halves = Array.from({ length: 2 * r + 1 }, (_, at) =>
    Math.floor(Math.sqrt((r + 0.5) ** 2 - (at - r) ** 2)),
  );
  const area = halves.reduce((sum, half) => sum + 2 * half + 1, 0);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let dy = -r; dy <= r; dy++) {
        const row = Math.min(height - 1, Math.max(0, y + dy)) * (width + 1);
        const half = halves[dy + r]!;
        const first = Math.max(0, x - half);
        const last = Math.min(width - 1, x + half);
        sum += (sums[row + last + 1]! - sums[row + first]!) * ((2 * half + 1) / (last - first + 1));
      }
      result[y * width + x] = sum / area;
    }
  }
  return result;
}

function meanBeside(ground: SoftGround, { eyes, eyeDistance }: DevelopedPhoto, weight: Float32Array): number {
  let sum = 0;
  let count = 0;
  const unit = eyeDistance * ground.scale;
  const cx = eyes.x * ground.scale + ground.left;
  const cy = eyes.y * ground.scale + ground.top;
  for (let y = Math.max(0, Math.round(cy - 2.2 * unit)); y < Math.min(ground.height, cy + 1.2 * unit); y++)
    for (let x = Math.max(0, Math.round(cx - 2.2 * unit)); x < Math.min(ground.width, cx + 2.2 * unit); x++) {
      const at = y * ground.width + x;
      if (weight[at]! < 0.5) continue;
      sum += coded(ground, at);
      count++;
    }
  return count > 0 ? sum / count : 128;
}

function coded({ light }: SoftGround, at: number): number {
  return brightnessOf(light[at * 3]!, light[at * 3 + 1]!, light[at * 3 + 2]!) ** (1 / GAMMA) * 255;
}
