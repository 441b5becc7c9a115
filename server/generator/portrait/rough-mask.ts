import { mix, smoothstep } from '../filters/math.ts';
import { type Pixels, type Point, sharpFrom } from '../vision/pixels.ts';
import { MASK_SIZE, segmentPerson } from '../vision/segment-person.ts';
import type { Plane } from './box-blur.ts';

/** Parts of a picture around the eyes, in eye distances: the head with its hair, and head and shoulders. */
const HEAD = { aside: 2.3, above: 2.4, below: 1.9 };
const SHOULDERS = { aside: 2.9, above: 0.4, below: 4.4 };

/** Half-certain places are things behind the person more often than a part of the person. */
const UNCERTAIN = 0.55;
const CERTAIN = 0.9;

/** A badge on the clothes is a hole in the mask of this certainty; the gap between arm and body is surely no person. */
const LEAST_IN_HOLE = 0.2;

/** How far from one half (0 to 0.5) a look begins to be sure, and is: the one at the whole person gives way until it is certain. */
const SURE = { near: [0.1, 0.3], whole: [0.44, 0.499] } as const;

/**
 * Where the person is (0 to 1), a few pixels coarse. The network sees 256 × 256 pixels: it looks at the whole person once, at
 * the shoulders, where things behind a person are taken for clothes, and at the head, where hair needs more of them.
 */
export async function roughMask(pixels: Pixels, eyes: Point, eyeDistance: number): Promise<Plane> {
  const whole = await lookAt(pixels, eyes);
  const body = enlarge(whole.person, pixels);
  const doubt = enlarge(whole.found, pixels).map(value => 1 - sureness(value, SURE.whole));
  // What is clothes, and what a thing in front of them, is told from the whole person better: there it keeps what it is sure of.
  await lookNear(
    body,
    pixels,
    { eyes, eyeDistance, part: SHOULDERS },
    (at, found) => doubt[at]! * sureness(found, SURE.near),
  );
  await lookNear(body, pixels, { eyes, eyeDistance, part: HEAD }, () => 1);
  return body;
}

interface Look {
  eyes: Point;
  eyeDistance: number;
  part: typeof HEAD;
}

/** Corrects a mask by a look at a part of the picture alone; `trustOf` says how much it counts (0 to 1) at a place where it found a value. */
async function lookNear(
  body: Plane,
  pixels: Pixels,
  { eyes, eyeDistance, part }: Look,
  trustOf: (at: number, found: number) => number,
): Promise<void> {
  const left = Math.max(0, Math.round(eyes.x - part.aside * eyeDistance));
  const top = Math.max(0, Math.round(eyes.y - part.above * eyeDistance));
  const width = Math.min(pixels.width, Math.round(eyes.x + part.aside * eyeDistance)) - left;
  const height = Math.min(pixels.height, Math.round(eyes.y + part.below * eyeDistance)) - top;
  const rgb = await sharpFrom(pixels).extract({ left, top, width, height }).raw().toBuffer();
  const region = { rgb, width, height };
  const look = await lookAt(region, { x: eyes.x - left, y: eyes.y - top });
  const near = enlarge(look.person, region);
  const found = enlarge(look.found, region);

  // The look from near fades out at its own borders, but not where they are those of the photo.
  const margin = eyeDistance * 0.5;
  const fade = (inwards: number, isPhotoBorder: boolean) =>
    isPhotoBorder ? 1 : smoothstep(0, margin, inwards);
  for (let y = 0; y < height; y++) {
    const vertical = Math.min(fade(y, top === 0), fade(height - y, top + height === pixels.height));

    for (let x = 0; x < width; x++) {
      const sides = Math.min(fade(x, left === 0), fade(width - x, left + width === pixels.width));
      const from = y * width + x;
      const at = (y + top) * pixels.width + x + left;
      body[at] = mix(body[at]!, near[from]!, Math.min(vertical, sides) * trustOf(at, found[from]!));
    }
  }
}

function sureness(value: number, [from, surely]: readonly [number, number]): number {
  return smoothstep(from, surely, Math.abs(value - 0.5));
}

/** What the network finds in a picture, and of that the person to whom the face belongs. */
async function lookAt(pixels: Pixels, face: Point): Promise<{ found: Float32Array; person: Float32Array }> {
  const found = await segmentPerson(pixels);
  const person = onePiece(found, {
    x: (face.x / pixels.width) * MASK_SIZE,
    y: (face.y / pixels.height) * MASK_SIZE,
  });
  return { found, person };
}

/** Keeps what hangs together with the face and fills its holes: other people and things in the photo go. */
function onePiece(found: Float32Array, face: Point): Float32Array {
  const certain = found.map(value => Math.min(1, Math.max(0, (value - UNCERTAIN) / (CERTAIN - UNCERTAIN))));
  const person = flood([Math.round(face.y) * MASK_SIZE + Math.round(face.x)], at => certain[at]! > 0.5);
  const outside = flood(openBorders(), at => !person[at]);

  return certain.map((value, at) => {
    if (!outside[at] && found[at]! > LEAST_IN_HOLE) return 1;
    return person[at] || NEIGHBOURS.some(step => person[at + step]) ? value : 0;
  });
}

const NEIGHBOURS = [-1, 1, -MASK_SIZE, MASK_SIZE];

/** The upper and side borders; at the lower one the body goes on, so that what it encloses there is a hole too. */
function openBorders(): number[] {
  return Array.from({ length: MASK_SIZE }, (_, at) => [
    at,
    at * MASK_SIZE,
    at * MASK_SIZE + MASK_SIZE - 1,
  ]).flat();
}

/** Marks every place that can be reached from the starts over places that belong. */
function flood(starts: number[], belongs: (at: number) => boolean): Uint8Array {
  const reached = new Uint8Array(MASK_SIZE * MASK_SIZE);
  const waiting = [...starts];

  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at < 0 || at >= reached.length || reached[at] || !belongs(at)) continue;

    reached[at] = 1;
    const column = at % MASK_SIZE;
    if (column > 0) waiting.push(at - 1);
    if (column < MASK_SIZE - 1) waiting.push(at + 1);
    waiting.push(at - MASK_SIZE, at + MASK_SIZE);
  }

  return reached;
}

/** Stretches the square mask over a picture (bilinear). */
function enlarge(mask: Float32Array, { width, height }: Pixels): Plane {
  const large = new Float32Array(width * height);
  const last = MASK_SIZE - 1.001;

  for (let y = 0; y < height; y++) {
    const fromY = Math.min(last, Math.max(0, ((y + 0.5) / height) * MASK_SIZE - 0.5));
    const row = Math.floor(fromY);

    for (let x = 0; x < width; x++) {
      const fromX = Math.min(last, Math.max(0, ((x + 0.5) / width) * MASK_SIZE - 0.5));
      const column = Math.floor(fromX);
      const at = row * MASK_SIZE + column;
      const upper = mix(mask[at]!, mask[at + 1]!, fromX - column);
      const lower = mix(mask[at + MASK_SIZE]!, mask[at + MASK_SIZE + 1]!, fromX - column);
      large[y * width + x] = mix(upper, lower, fromY - row);
    }
  }

  return large;
}
