import { type Pixels, type Point, sharpFrom } from '../vision/pixels.ts';
import { MASK_SIZE, segmentPerson } from '../vision/segment-person.ts';
import { followEdges, type Plane } from './box-blur.ts';
import { FRAME, type UprightPhoto } from './frame.ts';

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
  const found = await segmentPerson({ rgb, width, height });
  const mask = onlyOnePiece(found, {
    x: ((FRAME.eyes.x - x0) / width) * MASK_SIZE,
    y: ((FRAME.eyes.y - y0) / height) * MASK_SIZE,
  });
  const rough = new Float32Array(pixels.width * pixels.height);

  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      rough[(y + y0) * pixels.width + x + x0] = between(mask, (x / width) * 255, (y / height) * 255);
    }
  }

  return rough;
}

/** Half-certain places are things behind the person more often than a part of the person. */
function certain(value: number): number {
  return Math.min(1, Math.max(0, (value - 0.6) / 0.3));
}

/** Keeps what hangs together with the face, without holes: other people and things in the photo go. */
function onlyOnePiece(found: Float32Array, face: Point): Float32Array {
  const mask = found.map(certain);
  const person = flood([Math.round(face.y) * MASK_SIZE + Math.round(face.x)], at => mask[at]! > 0.5);
  const outside = flood(openBorders(), at => !person[at]);

  return mask.map((value, at) => {
    const isHole = !outside[at] && found[at]! > LEAST_IN_HOLE;
    const touches = NEIGHBOURS.some(step => person[at + step]);

    if (isHole) return 1;
    return person[at] || touches ? value : 0;
  });
}

const NEIGHBOURS = [-1, 1, -MASK_SIZE, MASK_SIZE];

/** A badge on the clothes is a hole in the mask of this certainty; the gap between arm and body is surely no person. */
const LEAST_IN_HOLE = 0.2;

/** The upper and side borders; at the lower one the body goes on, so that what it encloses there is a hole too. */
function openBorders(): number[] {
  return Array.from({ length: MASK_SIZE }, (_, index) => [
    index,
    index * MASK_SIZE,
    index * MASK_SIZE + MASK_SIZE - 1,
  ]).flat();
}

/** Marks every place that can be reached from the starts over places that belong. */
function flood(starts: number[], belongs: (at: number) => boolean): Uint8Array {
  const reached = new Uint8Array(MASK_SIZE * MASK_SIZE);
  const waiting = [...starts];

  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (reached[at] || !belongs(at)) continue;

    reached[at] = 1;
    const column = at % MASK_SIZE;
    if (column > 0) waiting.push(at - 1);
    if (column < MASK_SIZE - 1) waiting.push(at + 1);
    if (at >= MASK_SIZE) waiting.push(at - MASK_SIZE);
    if (at < reached.length - MASK_SIZE) waiting.push(at + MASK_SIZE);
  }

  return reached;
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
