import { EYES } from './face-contours.ts';
import type { Subject } from './find-subjects.ts';
import { MESH } from './mesh-face.ts';
import { type Oklab, toOklab } from './oklab.ts';
import type { Pixels, Point } from './pixels.ts';

/** Points of the mesh: the tip of the nose; its bridge, base and sides; the middle of the mouth. */
const NOSE = [1, 4];
const NOSE_BOX = [6, 2, 48, 278];
const MOUTH = [13, 14];

/** Skin that a mask leaves free: between the brows, and below each eye. */
const SKIN = [
  [8, 9],
  [23, 230],
  [253, 450],
];

/** Half the side of the square around a point whose colour is taken, in eye distances. */
const PATCH = 0.04;

/**
 * Measured in OKLab on 70 faces in photos (dark and fair, bearded, made up, with glasses; 20 of them also in grey), 26 drawn
 * ones, five masks in photos, and 118 drawn masks, bars and sunglasses. Colours are compared without their lightness, so that a grey photo never seems to show a mask.
 */
const LIMITS = {
  /**
   * How far nose and mouth are from free skin: 0.03 to 0.13 in a mask, at most 0.022 in faces, but 0.05 in one under neon light.
   * Masks of the skin's own colour pass, and so do white, grey and black ones on very dark skin.
   */
  unlike: 0.028,
  /** How far nose and mouth are from each other, as a share of that: at most 0.28 in a mask, 0.38 under the neon light. */
  alike: 0.32,
  /** The range of lightness in an eye: 0.19 and more in faces (also behind glasses), at most 0.09 behind sunglasses or a bar. */
  eyes: 0.12,
  /** The same on a nose: 0.1 and more in faces, less than 0.01 where none is drawn. */
  nose: 0.03,
};

/**
 * What hides a part of a well-lit face: a mask, or something before the eyes. A face without a nose, as that of a drawn smiley,
 * is none.
 */
export function findCover(
  photo: Pixels,
  { mesh: { points } }: Subject,
): 'mouth_covered' | 'eyes_covered' | 'no_face' | null {
  const pointsOf = (indices: readonly number[]) => indices.map(index => points[index]!);
  const left = points[MESH.leftEye]!;
  const right = points[MESH.rightEye]!;
  const reach = Math.max(1, Math.hypot(right.x - left.x, right.y - left.y) * PATCH);
  const colourAt = (indices: number[]) =>
    meanOf(pointsOf(indices).flatMap(point => coloursIn(photo, cornersAround(point, reach))));
  const [nose, mouth] = [colourAt(NOSE), colourAt(MOUTH)];
  const unlike = Math.min(
    ...SKIN.map(colourAt).flatMap(skin => [tintBetween(nose, skin), tintBetween(mouth, skin)]),
  );

  const rangeAt = (indices: readonly number[]) => rangeOf(coloursIn(photo, pointsOf(indices)));
  const hasNose = rangeAt(NOSE_BOX) > LIMITS.nose;

  if (hasNose && EYES.every(eye => rangeAt(eye) < LIMITS.eyes)) return 'eyes_covered';
  if (unlike > LIMITS.unlike && tintBetween(nose, mouth) < LIMITS.alike * unlike) return 'mouth_covered';
  return hasNose ? null : 'no_face';
}

function cornersAround({ x, y }: Point, reach: number): Point[] {
  return [
    { x: x - reach, y: y - reach },
    { x: x + reach, y: y + reach },
  ];
}

/** The colours in the upright rectangle around some points. */
function coloursIn({ rgb, width, height }: Pixels, around: Point[]): Oklab[] {
  const xs = around.map(({ x }) => x);
  const ys = around.map(({ y }) => y);
  const right = Math.min(width - 1, Math.max(...xs));
  const bottom = Math.min(height - 1, Math.max(...ys));
  const colours: Oklab[] = [];
  for (let y = Math.max(0, Math.round(Math.min(...ys))); y <= bottom; y++) {
    for (let x = Math.max(0, Math.round(Math.min(...xs))); x <= right; x++) {
      const at = (y * width + x) * 3;
      colours.push(toOklab(rgb.subarray(at, at + 3)));
    }
  }
  return colours;
}

function meanOf(colours: Oklab[]): Oklab {
  const mean = (part: 0 | 1 | 2) =>
    colours.reduce((sum, colour) => sum + colour[part], 0) / Math.max(1, colours.length);
  return [mean(0), mean(1), mean(2)];
}

/** How far apart two colours are but for their lightness. */
function tintBetween([, a, b]: Oklab, [, otherA, otherB]: Oklab): number {
  return Math.hypot(a - otherA, b - otherB);
}

/** The difference of lightness between the darkest and the lightest, without the outermost twentieths; 1 where nothing is seen. */
function rangeOf(colours: Oklab[]): number {
  const sorted = colours.map(([lightness]) => lightness).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)];
  return (at(0.95) ?? 1) - (at(0.05) ?? 0);
}
