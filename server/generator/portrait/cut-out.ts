import type { Subject } from '../vision/find-subjects.ts';
import { MESH } from '../vision/mesh-face.ts';
import { type Pixels, type Point, sharpFrom } from '../vision/pixels.ts';
import { meanColours, type Plane } from './box-blur.ts';
import { exposureOf } from './exposure.ts';
import { hasHandOnHead } from './has-hand-on-head.ts';
import { type FaceLight, lightOfFace } from './light-of-face.ts';
import { type Split, splitPerson } from './split-person.ts';
import { aroundHead, uprightMatteOf } from './upright-matte.ts';

/** A person cut out of a photo. */
export interface CutOut {
  /** Four bytes per pixel: red, green, blue, opacity. */
  rgba: Uint8Array;
  width: number;
  height: number;
  /** The 468 points of the face mesh and their depths (larger is farther away), in pixels of the cut-out. */
  mesh: Point[];
  depths: Float32Array;
  /**
   * The midpoint between the outer corners of the eyes, the distance between these corners, and the head's tilt in
   * radians.
   */
  eyes: Point;
  eyeDistance: number;
  tilt: number;
  /** Gain that gives the photo a good exposure. */
  exposure: number;
  /**
   * Position of the cut-out's upper left corner in the photo. `scale`: pixels of the cut-out per pixel of the photo.
   */
  inPhoto: Point & { scale: number };
  light: FaceLight;
  /** Head and neck, the parts that stay if clothes are drawn. */
  split: Split;
  /**
   * Distance in pixels from the eyes to the photo's border, in each direction of the upright head. Infinity if the
   * border does not crop the person in this direction.
   */
  reachDown: number;
  reachUp: number;
  reachLeft: number;
  reachRight: number;
}

/** Maximum eye distance in pixels, which is enough for a close-up. Larger heads are reduced to it. */
const MOST_EYE_DISTANCE = 210;

/** A border crops the body if the body covers more than this fraction of the border. */
const CUT_SHARE = 0.04;

/** The upper border crops the head if the hair there is wider than this, in eye distances. */
const CUT_HEAD = 0.2;

export async function cutOut(photo: Pixels, { mesh }: Subject): Promise<CutOut> {
  const { points } = mesh;
  const left = points[MESH.leftEye]!;
  const right = points[MESH.rightEye]!;
  const distance = Math.hypot(right.x - left.x, right.y - left.y);
  const middle = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 };
  const tilt = Math.atan2(right.y - left.y, right.x - left.x);
  const around = aroundHead(tilt);
  const x0 = Math.max(0, Math.round(middle.x - around.left * distance));
  const y0 = Math.max(0, Math.round(middle.y - around.above * distance));
  const x1 = Math.min(photo.width, Math.round(middle.x + around.right * distance));
  const y1 = Math.min(photo.height, Math.round(middle.y + around.below * distance));
  const scale = Math.min(1, MOST_EYE_DISTANCE / distance);
  const width = Math.round((x1 - x0) * scale);
  const wholeHeight = Math.round((y1 - y0) * scale);

  const rgb = await sharpFrom(photo)
    .extract({ left: x0, top: y0, width: x1 - x0, height: y1 - y0 })
    .resize(width, wholeHeight, { fit: 'fill' })
    .raw()
    .toBuffer();
  const eyes = { x: (middle.x - x0) * scale, y: (middle.y - y0) * scale };
  const eyeDistance = distance * scale;
  const whole: Pixels = { rgb, width, height: wholeHeight };
  const matte = await uprightMatteOf(whole, { eyes, eyeDistance, tilt });
  const { height } = matte;
  const opacity = matte.opacity.subarray(0, width * height);
  const pixels: Pixels = { rgb: rgb.subarray(0, width * height * 3), width, height };

  const person = {
    rgba: joinForeground(pixels, opacity, eyeDistance),
    width,
    height,
    mesh: points.map(({ x, y }) => ({ x: (x - x0) * scale, y: (y - y0) * scale })),
    depths: mesh.depths.map(depth => depth * scale),
    eyes,
    eyeDistance,
  };

  const split = await splitPerson(person);
  if (await hasHandOnHead(person, split)) split.quality = 0;

  return {
    ...person,
    tilt,
    exposure: exposureOf(photo, points),
    inPhoto: { x: x0, y: y0, scale },
    light: lightOfFace(photo, mesh),
    split,
    reachDown: matte.reachDown,
    reachUp: isHeadCut(opacity, pixels, eyeDistance) ? eyes.y : Infinity,
    reachLeft: isCutAt(opacity, pixels, 2) ? eyes.x : Infinity,
    reachRight: isCutAt(opacity, pixels, width - 3) ? width - eyes.x : Infinity,
  };
}

function isCutAt(opacity: Plane, { width, height }: Pixels, column: number): boolean {
  let covered = 0;
  for (let y = 0; y < height; y++) if (opacity[y * width + column]! > 0.5) covered++;

  return covered > height * CUT_SHARE;
}

function isHeadCut(opacity: Plane, { width }: Pixels, eyeDistance: number): boolean {
  const row = opacity.subarray(2 * width, 3 * width);
  return row.filter(value => value > 0.5).length > eyeDistance * CUT_HEAD;
}

/**
 * Removes the old background's colour from the person's edge: Forte 2021, "Approximate Fast Foreground Colour
 * Estimation" ("blur fusion"). With F and B as the blurred colours of person and background, a pixel I gets the new
 * colour F + opacity (I − opacity F − (1 − opacity) B). Returns four bytes per pixel.
 */
function joinForeground(pixels: Pixels, opacity: Plane, eyeDistance: number): Uint8Array {
  const radius = Math.max(4, Math.round(eyeDistance * 0.07));
  const inside = new Float32Array(opacity.length);
  const outside = new Float32Array(opacity.length);
  for (let at = 0; at < opacity.length; at++) {
    const share = opacity[at]!;
    inside[at] = share > 0.9 ? share : share * share * 0.3;
    outside[at] = 1 - share;
  }
  const person = meanColours(pixels, inside, radius);
  const ground = meanColours(pixels, outside, radius);
  const rgba = new Uint8ClampedArray(opacity.length * 4);

  for (let at = 0; at < opacity.length; at++) {
    const share = opacity[at]!;
    const isEdge = share > 0 && share < 0.995 && person.weight[at]! > 0.004;

    for (let channel = 0; channel < 3; channel++) {
      const own = pixels.rgb[at * 3 + channel]!;
      const front = person.colour[at * 3 + channel]!;
      const behind = ground.weight[at]! > 0.004 ? ground.colour[at * 3 + channel]! : own;
      rgba[at * 4 + channel] = isEdge ? front + share * (own - share * front - (1 - share) * behind) : own;
    }
    rgba[at * 4 + 3] = share * 255;
  }

  return new Uint8Array(rgba.buffer);
}
