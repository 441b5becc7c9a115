import { brightnessOf, clamp, smoothstep } from '../filters/math.ts';
import { boxBlur, followEdges, meanColours } from '../portrait/box-blur.ts';
import { likenessTo, skinColour } from '../portrait/skin-colour.ts';
import { BROWS, EYES, FACE_OVAL, LIPS } from '../vision/face-contours.ts';
import { forEachInside } from '../vision/inside-polygon.ts';
import type { Pixels, Point } from '../vision/pixels.ts';
import { between, forEachPixel, type SmallCopy } from './small-copy.ts';

/** Maximum fraction of shine and blotches that is removed. */
const EVENED = 0.33;

export interface Face {
  mesh: Point[];
  eyes: Point;
  eyeDistance: number;
}

/** Modifies the photo: brightens the shaded side of a face, and reduces shine and blotches. */
export function evenSkin(photo: Pixels, small: SmallCopy, { mesh, eyes, eyeDistance }: Face): void {
  const { scale, width, height } = small;
  const unit = eyeDistance * scale;
  const points = mesh.map(({ x, y }) => ({ x: x * scale, y: y * scale }));
  const place = { x: eyes.x * scale, y: eyes.y * scale };
  const isSkin = likenessTo(skinColour(small, place, unit));
  const features = new Float32Array(width * height);
  for (const contour of [...EYES, ...BROWS, LIPS])
    forEachInside(
      contour.map(at => points[at]!),
      small,
      at => (features[at] = 1),
    );
  const near = boxBlur(features, small, Math.max(1, Math.round(unit * 0.05)));
  const oval = new Float32Array(width * height);
  forEachInside(
    FACE_OVAL.map(at => points[at]!),
    small,
    at => (oval[at] = 1),
  );
  const around = boxBlur(oval, small, Math.round(unit * 0.3));
  const skin = new Float32Array(width * height);
  const tones: number[] = [];
  for (let at = 0; at < skin.length; at++) {
    if (around[at]! < 0.01) continue;
    const like = isSkin(small.rgb[at * 3]!, small.rgb[at * 3 + 1]!, small.rgb[at * 3 + 2]!);
    skin[at] = like * small.opacity[at]! * smoothstep(0.01, 0.3, around[at]!);
    if (oval[at] && like > 0.5) tones.push(small.luminance[at]!);
  }
  tones.sort((a, b) => a - b);
  const target = tones[Math.floor(tones.length * 0.6)] ?? 0.5;
  const base = followEdges(small.luminance, small.luminance, small, {
    radius: Math.round(unit * 0.2),
    smoothness: 6e-3,
  });
  const where = boxBlur(skin, small, Math.max(1, Math.round(unit * 0.04)));
  const fine = meanColours(small, skin, Math.max(1, Math.round(unit * 0.03)));
  const wide = meanColours(small, skin, Math.max(2, Math.round(unit * 0.16)));
  const gain = new Float32Array(width * height).fill(1);
  const shifts = [0, 1, 2].map(() => new Float32Array(width * height));
  for (let at = 0; at < gain.length; at++) {
    if (where[at]! < 0.02) continue;
    const lift = clamp((target / Math.max(0.02, base[at]!)) ** 0.45, 1, 1.6);
    gain[at] = 1 + (lift - 1) * where[at]!;
    const share = skin[at]! * (1 - Math.min(1, near[at]! * 2)) * EVENED;
    if (share === 0 || fine.weight[at]! < 0.05) continue;
    const difference = [0, 1, 2].map(k => fine.colour[at * 3 + k]! - wide.colour[at * 3 + k]!);
    const bright = brightnessOf(difference[0]!, difference[1]!, difference[2]!);
    // Reduce only shine and colour deviations, because brightness differences show the shape of the face.
    const shine = Math.max(0, bright - 6);
    for (let k = 0; k < 3; k++) shifts[k]![at] = -share * (difference[k]! - bright + shine);
  }

  forEachPixel(photo, small, (to, around) => {
    const { from } = around;
    if (where[from]! < 0.02 && where[from + width + 1]! < 0.02) return;
    const at = to * 3;
    const lift = between(gain, width, around);
    for (let k = 0; k < 3; k++) {
      const shift = between(shifts[k]!, width, around);
      photo.rgb[at + k] = clamp(photo.rgb[at + k]! * lift + shift, 0, 255);
    }
  });
}

/** Modifies the photo: sharpens the eyes between the lids. */
export function sharpenEyes(photo: Pixels, { mesh, eyeDistance }: Face): void {
  const { rgb, width } = photo;
  const radius = Math.max(1, Math.round(eyeDistance * 0.012));
  for (const contour of EYES) {
    const polygon = contour.map(at => mesh[at]!);
    const changes: [number, number][] = [];
    forEachInside(polygon, photo, at => {
      let sum = 0;
      let count = 0;
      for (let dy = -radius; dy <= radius; dy++)
        for (let dx = -radius; dx <= radius; dx++) {
          const other = (at + dy * width + dx) * 3;
          if (other < 0 || other >= rgb.length) continue;
          sum += brightnessOf(rgb[other]!, rgb[other + 1]!, rgb[other + 2]!);
          count++;
        }
      const own = brightnessOf(rgb[at * 3]!, rgb[at * 3 + 1]!, rgb[at * 3 + 2]!);
      changes.push([at, clamp((own - sum / count) * 0.45, -18, 18)]);
    });
    for (const [at, change] of changes)
      for (let k = 0; k < 3; k++) rgb[at * 3 + k] = clamp(rgb[at * 3 + k]! + change, 0, 255);
  }
}
