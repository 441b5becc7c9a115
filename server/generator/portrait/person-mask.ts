import { type Pixels, sharpFrom } from '../vision/pixels.ts';
import { MASK_SIZE, segmentPerson } from '../vision/segment-person.ts';
import { followEdges, type Plane } from './box-blur.ts';
import type { UprightPhoto } from './cut-out.ts';

/** The network's mask is coarse; within this many pixels it is fitted to the edges of the picture. */
const EDGE_RADIUS = 14;
const EDGE_SMOOTHNESS = 6e-4;

/** The opacity (0 to 1) of the person at each pixel of an upright photo. */
export async function personMask(photo: UprightPhoto): Promise<Plane> {
  const { pixels } = photo;
  const rough = await roughMask(photo);
  const fine = followEdges(rough, brightness(pixels), pixels, {
    radius: EDGE_RADIUS,
    smoothness: EDGE_SMOOTHNESS,
  });

  return fine.map((value, index) => {
    if (!photo.inside[index]) return 0;

    // The edge moves inwards a little, because a rim of the old background hurts more than a lost hair.
    const opacity = Math.min(1, Math.max(0, (value * 0.75 + rough[index]! * 0.25 - 0.32) / 0.5));
    return opacity * opacity * (3 - 2 * opacity);
  });
}

/** The network sees only the part of the frame that the photo fills: the rest would confuse it. */
async function roughMask({ pixels, left, top, right, bottom }: UprightPhoto): Promise<Plane> {
  const x0 = Math.max(0, Math.floor(left));
  const y0 = Math.max(0, Math.floor(top));
  const width = Math.min(pixels.width, Math.ceil(right)) - x0;
  const height = Math.min(pixels.height, Math.ceil(bottom)) - y0;

  const rgb = await sharpFrom(pixels).extract({ left: x0, top: y0, width, height }).raw().toBuffer();
  const mask = await segmentPerson({ rgb, width, height });
  const rough = new Float32Array(pixels.width * pixels.height);

  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      rough[(y + y0) * pixels.width + x + x0] = between(mask, (x / width) * 255, (y / height) * 255);
    }
  }

  return rough;
}

/** A value of the square mask between its pixels. */
function between(mask: Float32Array, x: number, y: number): number {
  const column = Math.min(MASK_SIZE - 2, Math.floor(x));
  const row = Math.min(MASK_SIZE - 2, Math.floor(y));
  const partX = x - column;
  const partY = y - row;
  const at = row * MASK_SIZE + column;

  const above = mask[at]! * (1 - partX) + mask[at + 1]! * partX;
  const below = mask[at + MASK_SIZE]! * (1 - partX) + mask[at + MASK_SIZE + 1]! * partX;

  return above * (1 - partY) + below * partY;
}

function brightness({ rgb, width, height }: Pixels): Plane {
  const plane = new Float32Array(width * height);

  for (let index = 0; index < plane.length; index++) {
    const at = index * 3;
    plane[index] = (rgb[at]! * 0.299 + rgb[at + 1]! * 0.587 + rgb[at + 2]! * 0.114) / 255;
  }

  return plane;
}
