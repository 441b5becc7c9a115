import { mix, smoothstep } from '../filters/math.ts';
import { type Pixels, type Point, sharpFrom } from '../vision/pixels.ts';
import { MASK_SIZE, segmentPerson } from '../vision/segment-person.ts';
import { bodyEnd } from './body-end.ts';
import type { Plane } from './box-blur.ts';
import { flood } from './connected.ts';
import { likenessTo, skinColour } from './skin-colour.ts';

/** Areas around the eyes, in eye distances: the head with its hair, and the shoulders with the chest. */
const HEAD = { aside: 2.3, above: 2.4, below: 1.9 };
const SHOULDERS = { aside: 2.9, above: 0.4, below: 4.4 };

/**
 * Pixels up to the first certainty are treated as background, because they more often show things behind a person.
 * From the second certainty on, pixels fully belong to the person.
 */
const UNCERTAIN = 0.55;
const CERTAIN = 0.9;

/**
 * Fills a hole in the mask, for example at a badge, if the network is at least this certain that it shows the person.
 * It is less certain in gaps between arm and body.
 */
const LEAST_IN_HOLE = 0.2;

/**
 * Distances from 0.5 of a pass's value: below the first number, the pass is not confident; from the second on, it is
 * fully confident. Where the whole-body pass is not confident, a close-up pass replaces it.
 */
const SURE = { near: [0.1, 0.3], whole: [0.44, 0.499] } as const;

/** `body` is 0 to 1. From the row `end` on, bare arms may be missing. */
export interface RoughMask {
  body: Plane;
  end: number;
}

/**
 * Segments the person, accurate to a few pixels. The network sees only 256 × 256 pixels, so it runs three times: on
 * the whole body; on the shoulders, because things behind a person look like clothes; and on the head, because hair
 * needs a higher resolution.
 */
export async function roughMask(pixels: Pixels, eyes: Point, eyeDistance: number): Promise<RoughMask> {
  const whole = await lookAt(pixels, eyes);
  const body = enlarge(whole.person, pixels);
  const doubt = enlarge(whole.found, pixels);
  for (let at = 0; at < doubt.length; at++) doubt[at] = 1 - sureness(doubt[at]!, SURE.whole);
  const shoulders = await lookNear(pixels, { eyes, eyeDistance, part: SHOULDERS });
  const head = await lookNear(pixels, { eyes, eyeDistance, part: HEAD });

  // The whole-body pass separates clothes from held objects better, so keep its confident pixels.
  const plain = corrected(body, pixels, shoulders, (at, _, isSure) => isSure * doubt[at]!);
  // The whole-body pass can lose a bare arm in front of a bright wall, so the shoulder pass adds skin-coloured pixels.
  const skin = skinIn(pixels, eyes, eyeDistance);
  const withArms = corrected(
    body,
    pixels,
    shoulders,
    (at, isFound, isSure) => isSure * Math.max(doubt[at]!, isFound > body[at]! ? skin[at]! : 0),
  );
  const end = bodyEnd({ plain, withArms }, pixels, { eyes, eyeDistance });
  const shown = end < pixels.height ? withArms : plain;
  return { body: corrected(shown, pixels, head, () => 1), end };
}

/** The result of a close-up pass on a part of the picture around the eyes. */
interface NearLook {
  left: number;
  top: number;
  width: number;
  height: number;
  person: Plane;
  /** Confidence in `person` (0 to 1). */
  sure: Plane;
  /** Within this many pixels of the part's borders, the pass is less reliable. */
  margin: number;
}

async function lookNear(
  pixels: Pixels,
  { eyes, eyeDistance, part }: { eyes: Point; eyeDistance: number; part: typeof HEAD },
): Promise<NearLook> {
  const left = Math.max(0, Math.round(eyes.x - part.aside * eyeDistance));
  const top = Math.max(0, Math.round(eyes.y - part.above * eyeDistance));
  const width = Math.min(pixels.width, Math.round(eyes.x + part.aside * eyeDistance)) - left;
  const height = Math.min(pixels.height, Math.round(eyes.y + part.below * eyeDistance)) - top;
  const rgb = await sharpFrom(pixels).extract({ left, top, width, height }).raw().toBuffer();
  const region = { rgb, width, height };
  const look = await lookAt(region, { x: eyes.x - left, y: eyes.y - top });
  const sure = enlarge(look.found, region);
  for (let at = 0; at < sure.length; at++) sure[at] = sureness(sure[at]!, SURE.near);
  return {
    left,
    top,
    width,
    height,
    person: enlarge(look.person, region),
    sure,
    margin: eyeDistance * 0.5,
  };
}

/** Corrects a mask with a close-up pass. `trustOf` returns the weight (0 to 1) of the pass at a pixel. */
function corrected(
  body: Plane,
  pixels: Pixels,
  { left, top, width, height, person, sure, margin }: NearLook,
  trustOf: (at: number, isFound: number, isSure: number) => number,
): Plane {
  const result = body.slice();
  // The weight of the pass fades out at its own borders, but not at the photo's borders.
  const fade = (inwards: number, isPhotoBorder: boolean) =>
    isPhotoBorder ? 1 : smoothstep(0, margin, inwards);
  for (let y = 0; y < height; y++) {
    const vertical = Math.min(fade(y, top === 0), fade(height - y, top + height === pixels.height));

    for (let x = 0; x < width; x++) {
      const sides = Math.min(fade(x, left === 0), fade(width - x, left + width === pixels.width));
      const from = y * width + x;
      const at = (y + top) * pixels.width + x + left;
      const trust = Math.min(vertical, sides) * trustOf(at, person[from]!, sure[from]!);
      result[at] = mix(body[at]!, person[from]!, trust);
    }
  }
  return result;
}

/** Similarity (0 to 1) of each pixel's colour to the face's skin colour. */
function skinIn(pixels: Pixels, eyes: Point, eyeDistance: number): Plane {
  const likenessOf = likenessTo(skinColour(pixels, eyes, eyeDistance));
  const { rgb } = pixels;
  const skin = new Float32Array(pixels.width * pixels.height);
  for (let at = 0; at < skin.length; at++) {
    skin[at] = likenessOf(rgb[at * 3]!, rgb[at * 3 + 1]!, rgb[at * 3 + 2]!);
  }
  return skin;
}

function sureness(value: number, [from, surely]: readonly [number, number]): number {
  return smoothstep(from, surely, Math.abs(value - 0.5));
}

/** `found` contains all people in the picture; `person` contains only the person with this face. */
async function lookAt(pixels: Pixels, face: Point): Promise<{ found: Float32Array; person: Float32Array }> {
  const found = await segmentPerson(pixels);
  const person = onePiece(found, {
    x: (face.x / pixels.width) * MASK_SIZE,
    y: (face.y / pixels.height) * MASK_SIZE,
  });
  return { found, person };
}

/** Keeps the part that is connected to the face, without other people and objects, and fills its holes. */
function onePiece(found: Float32Array, face: Point): Float32Array {
  const certain = found.map(value => Math.min(1, Math.max(0, (value - UNCERTAIN) / (CERTAIN - UNCERTAIN))));
  const middle = Math.round(face.y) * MASK_SIZE + Math.round(face.x);
  const person = flood([middle], at => certain[at]! > 0.5, MASK);
  const outside = flood(openBorders(), at => !person[at], MASK);

  return certain.map((value, at) => {
    if (!outside[at] && found[at]! > LEAST_IN_HOLE) return 1;
    return person[at] || NEIGHBOURS.some(step => person[at + step]) ? value : 0;
  });
}

const MASK = { width: MASK_SIZE, height: MASK_SIZE };
const NEIGHBOURS = [-1, 1, -MASK_SIZE, MASK_SIZE];

/**
 * Pixels at all borders except the lower one. The body continues below it, so an enclosed area there is also a hole.
 */
function openBorders(): number[] {
  return Array.from({ length: MASK_SIZE }, (_, at) => [
    at,
    at * MASK_SIZE,
    at * MASK_SIZE + MASK_SIZE - 1,
  ]).flat();
}

/** Enlarges a square mask of the whole picture to the picture's size, with bilinear interpolation. */
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
