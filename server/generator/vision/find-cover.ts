import { EYES } from './face-contours.ts';
import type { Subject } from './find-subjects.ts';
import { MESH } from './mesh-face.ts';
import type { Pixels, Point } from './pixels.ts';

/** OKLab: lightness (0 to 1), and two colour axes (green to red, blue to yellow) that are 0 for greys. */
type Oklab = [lightness: number, a: number, b: number];

/** Mesh points: the tip of the nose; bridge, base and sides of the nose; the centre of the mouth. */
const NOSE = [1, 4];
const NOSE_BOX = [6, 2, 48, 278];
const MOUTH = [13, 14];

/** Mesh points that a mask hides: nose, mouth and its corners, the skin above and beside the mouth, and the chin. */
const LOWER_FACE = [NOSE, MOUTH, [164], [57, 61], [287, 291], [206], [426], [199, 200]];

/**
 * Rows of samples across the mouth, from point `from` to slightly beyond point `to`, parallel to the line from point
 * `left` to point `right` and as long as it.
 */
const ROWS = { from: 164, to: 18, past: 1.16, left: 40, right: 270, count: 24, samples: 13 };

/** Mesh points on skin that a mask does not cover: between the brows, and below each eye. */
const SKIN = [
  [8, 9],
  [23, 230],
  [253, 450],
];

/**
 * Colours are averaged over squares. Half their side, in eye distances: for a part of the face, and for a sample in a
 * row.
 */
const PATCH = 0.04;
const SAMPLE = 0.01;

/**
 * Thresholds in OKLab.
 * Masks: measured with 1,010 uncovered faces (dark and fair, bearded, made up, laughing, with glasses, drawn), several
 * hundred of them also in grey, dim, tinted, side-lit, blurred, low-contrast, small and tilted versions; and with 580
 * photos of all kinds of masks, and 330 photos with painted masks. No uncovered face is rejected; 79 % of the
 * photographed and 99 % of the painted masks are found. Most of the others are printed or worn below the nose.
 * Eyes and noses: measured with 70 photographed and 26 drawn faces, and 118 drawn bars and sunglasses.
 */
const LIMITS = {
  /**
   * A mask may cover nose and mouth if their colours differ from uncovered skin by more than this, without lightness.
   * Measured: 0.03 to 0.13 with a mask; at most 0.022 without, except for 0.05 in a face under neon light.
   */
  unlike: 0.028,
  /**
   * It is a mask if nose and mouth also differ from each other by less than this fraction of that difference. Measured:
   * up to 0.28 with a mask, 0.38 in the face under neon light.
   */
  alike: 0.32,
  /**
   * A mask of any colour may cover the lower face if all of it differs from uncovered skin by more than this, including
   * lightness. With a beard, the nose does not differ. A mask in exactly the skin's colour is not found.
   */
  step: 0.025,
  /**
   * It is a mask if the lips do not show either: if the rows across the mouth deviate from a linear gradient by less
   * than this, in lightness (as a multiple of that difference) and towards red.
   * Every photographed uncovered face is outside one of the three limits by a factor of at least 1.6. Skin-coloured
   * masks could be detected only with the second and third limits, which would reject people with dark skin and lips of
   * the same colour.
   */
  lightness: 1.5,
  redness: 0.012,
  /**
   * Minimum lightness range in an eye. Faces have 0.19 or more (even with glasses); sunglasses or a bar have at most
   * 0.09.
   */
  eyes: 0.12,
  /** Minimum lightness range on a nose. Faces have 0.1 or more; faces without a drawn nose have less than 0.01. */
  nose: 0.03,
};

/**
 * Detects a mask, or something that covers the eyes, on a well-lit face. Null if nothing covers the face. A face
 * without a nose, e.g. a drawn smiley, does not count as a face.
 */
export function findCover(
  photo: Pixels,
  { mesh: { points } }: Subject,
): 'mouth_covered' | 'eyes_covered' | 'no_face' | null {
  const pointsOf = (indices: readonly number[]) => indices.map(index => points[index]!);
  const left = points[MESH.leftEye]!;
  const right = points[MESH.rightEye]!;
  const eyeDistance = Math.hypot(right.x - left.x, right.y - left.y);
  const colourAt = (indices: readonly number[]) =>
    meanOf(pointsOf(indices).flatMap(point => coloursIn(photo, cornersAround(point, eyeDistance * PATCH))));
  const rangeAt = (indices: readonly number[]) => rangeOf(coloursIn(photo, pointsOf(indices)));
  const hasNose = rangeAt(NOSE_BOX) > LIMITS.nose;
  if (hasNose && EYES.every(eye => rangeAt(eye) < LIMITS.eyes)) return 'eyes_covered';

  const skin = SKIN.map(colourAt);
  const [nose, mouth] = [colourAt(NOSE), colourAt(MOUTH)];
  const unlike = Math.min(...skin.flatMap(free => [tintBetween(nose, free), tintBetween(mouth, free)]));
  if (unlike > LIMITS.unlike && tintBetween(nose, mouth) < LIMITS.alike * unlike) return 'mouth_covered';

  const step = Math.min(
    ...LOWER_FACE.map(colourAt).flatMap(lower => skin.map(free => distanceBetween(lower, free))),
  );
  if (step > LIMITS.step) {
    const { lightness, redness } = unevennessOf(rowsAcrossMouth(photo, points, eyeDistance * SAMPLE));
    if (lightness < LIMITS.lightness * step && redness < LIMITS.redness) return 'mouth_covered';
  }
  return hasNose ? null : 'no_face';
}

/** Mean colours of the rows from below the nose to below the lips. */
function rowsAcrossMouth(photo: Pixels, points: Point[], reach: number): Oklab[] {
  const [from, to, left, right] = [ROWS.from, ROWS.to, ROWS.left, ROWS.right].map(index => points[index]!);
  return Array.from({ length: ROWS.count }, (_, row) => {
    const down = (row / (ROWS.count - 1)) * ROWS.past;
    const colours = Array.from({ length: ROWS.samples }, (_, sample) => {
      const across = sample / (ROWS.samples - 1) - 0.5;
      const x = from!.x + (to!.x - from!.x) * down + (right!.x - left!.x) * across;
      const y = from!.y + (to!.y - from!.y) * down + (right!.y - left!.y) * across;
      return coloursIn(photo, cornersAround({ x, y }, reach));
    });
    return meanOf(colours.flat());
  });
}

/** Maximum deviations from a linear gradient between the first and the last row, in lightness and towards red. */
function unevennessOf(rows: Oklab[]): { lightness: number; redness: number } {
  const [first, last] = [rows[0]!, rows.at(-1)!];
  const apart = (part: 0 | 1) =>
    rows.map((row, at) => row[part] - first[part] - ((last[part] - first[part]) * at) / (rows.length - 1));
  return { lightness: Math.max(...apart(0).map(Math.abs)), redness: Math.max(...apart(1)) };
}

/** A square of at least one pixel, given by two corners. */
function cornersAround({ x, y }: Point, halfSide: number): Point[] {
  const reach = Math.max(0.5, halfSide);
  return [
    { x: x - reach, y: y - reach },
    { x: x + reach, y: y + reach },
  ];
}

/** Colours of the pixels in the bounding box of some points. */
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

/** Distance between two colours, ignoring lightness. */
function tintBetween([, a, b]: Oklab, [, otherA, otherB]: Oklab): number {
  return Math.hypot(a - otherA, b - otherB);
}

function distanceBetween(colour: Oklab, other: Oklab): number {
  return Math.hypot(...colour.map((part, at) => part - other[at]!));
}

/** Lightness range without the darkest and the lightest 5 %; 1 if there are no colours. */
function rangeOf(colours: Oklab[]): number {
  const sorted = colours.map(([lightness]) => lightness).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)];
  return (at(0.95) ?? 1) - (at(0.05) ?? 0);
}

/** Converts sRGB (0 to 255) to OKLab (Ottosson 2020). */
export function toOklab(rgb: ArrayLike<number>): Oklab {
  const [r, g, b] = [0, 1, 2].map(channel => linear(rgb[channel]! / 255)) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);

  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
