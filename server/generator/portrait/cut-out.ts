import type { Subject } from '../vision/find-subjects.ts';
import { MESH } from '../vision/mesh-face.ts';
import { type Pixels, sharpFrom } from '../vision/pixels.ts';
import { exposureOf } from './exposure.ts';
import { FRAME, type UprightPhoto } from './frame.ts';
import { personMask } from './person-mask.ts';
import { removeSpill } from './remove-spill.ts';

/** A person without the background, upright, with the eyes at a fixed place: see `FRAME`. */
export interface CutOut {
  /** Four bytes a pixel: red, green, blue, opacity. */
  rgba: Uint8Array;
  /** The gain that exposes the photo well. */
  exposure: number;
  /** How far below the eyes the photo ends, in pixels of the frame. */
  reachDown: number;
  /** How far to each side of the eyes the body is whole, before the photo's own border cuts it; Infinity when it does not. */
  reachLeft: number;
  reachRight: number;
}

/** A slight tilt of the head is part of the pose, so that only this share of it is taken away. */
const STRAIGHTEN = 0.7;

/** Cuts the person out of a photo. */
export async function cutOut(photo: Pixels, subject: Subject): Promise<CutOut> {
  const turned = await turnUpright(photo, subject);
  const mask = await personMask(turned);
  const rgba = removeSpill(turned.pixels, mask);

  return {
    rgba,
    exposure: exposureOf(photo, subject.mesh.points),
    ...reachOf(turned, mask),
  };
}

async function turnUpright(photo: Pixels, { mesh }: Subject): Promise<UprightPhoto> {
  const leftEye = mesh.points[MESH.leftEye]!;
  const rightEye = mesh.points[MESH.rightEye]!;
  const distance = Math.hypot(rightEye.x - leftEye.x, rightEye.y - leftEye.y);
  const scale = FRAME.eyeDistance / distance;
  const angle = Math.atan2(rightEye.y - leftEye.y, rightEye.x - leftEye.x) * STRAIGHTEN;

  const width = Math.round(photo.width * scale);
  const height = Math.round(photo.height * scale);
  const { data } = await sharpFrom(photo)
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });

  const eyeX = ((leftEye.x + rightEye.x) / 2) * scale;
  const eyeY = ((leftEye.y + rightEye.y) / 2) * scale;
  const { rgb, inside } = turn({ rgb: data, width, height }, { x: eyeX, y: eyeY, angle });

  return {
    pixels: { rgb, width: FRAME.width, height: FRAME.height },
    left: FRAME.eyes.x - eyeX,
    top: FRAME.eyes.y - eyeY,
    right: FRAME.eyes.x + width - eyeX,
    bottom: FRAME.eyes.y + (height - eyeY) / Math.cos(angle),
    slope: Math.tan(angle),
    inside,
  };
}

function turn(photo: Pixels, eyes: { x: number; y: number; angle: number }) {
  const { width, height, rgb: source } = photo;
  const rgb = new Uint8Array(FRAME.width * FRAME.height * 3);
  const inside = new Uint8Array(FRAME.width * FRAME.height);
  const cos = Math.cos(eyes.angle);
  const sin = Math.sin(eyes.angle);

  for (let y = 0; y < FRAME.height; y++) {
    for (let x = 0; x < FRAME.width; x++) {
      const right = x - FRAME.eyes.x;
      const down = y - FRAME.eyes.y;
      const fromX = eyes.x + right * cos - down * sin;
      const fromY = eyes.y + right * sin + down * cos;
      const at = y * FRAME.width + x;

      if (fromX >= 0 && fromY >= 0 && fromX < width && fromY < height) inside[at] = 1;

      // Outside the photo its border goes on, which keeps the mask's edge filter from seeing an edge there.
      const column = Math.min(width - 2, Math.max(0, Math.floor(fromX)));
      const row = Math.min(height - 2, Math.max(0, Math.floor(fromY)));
      const partX = Math.min(1, Math.max(0, fromX - column));
      const partY = Math.min(1, Math.max(0, fromY - row));
      const upper = (row * width + column) * 3;
      const lower = upper + width * 3;

      for (let channel = 0; channel < 3; channel++) {
        const above = source[upper + channel]! * (1 - partX) + source[upper + 3 + channel]! * partX;
        const below = source[lower + channel]! * (1 - partX) + source[lower + 3 + channel]! * partX;
        rgb[at * 3 + channel] = above * (1 - partY) + below * partY;
      }
    }
  }

  return { rgb, inside };
}

function reachOf(photo: UprightPhoto, mask: Float32Array) {
  return {
    reachDown: lowestWholeRow(photo, mask) - FRAME.eyes.y,
    reachLeft: touches(photo.left, 1, mask) ? FRAME.eyes.x - photo.left : Infinity,
    reachRight: touches(photo.right, -1, mask) ? photo.right - FRAME.eyes.x : Infinity,
  };
}

/** Where the body first ends at the lower border of the photo, which runs askew when the photo was turned. */
function lowestWholeRow(photo: UprightPhoto, mask: Float32Array): number {
  let lowest: number = FRAME.height;

  for (let x = 0; x < FRAME.width; x++) {
    const border = Math.floor(photo.bottom - (x - FRAME.eyes.x) * photo.slope);
    const row = Math.min(border, FRAME.height) - 6;

    if (mask[row * FRAME.width + x]! > 0.5) lowest = Math.min(lowest, border - 2);
  }

  return lowest;
}

/** Whether the person reaches a side border of the photo for more than a few pixels, so that it cuts the body. */
function touches(border: number, inward: 1 | -1, mask: Float32Array): boolean {
  const column = Math.round(border) + inward * 12;
  if (column < 0 || column >= FRAME.width) return false;

  let covered = 0;
  for (let y = 0; y < FRAME.height; y++) if (mask[y * FRAME.width + column]! > 0.5) covered++;

  return covered > 24;
}
