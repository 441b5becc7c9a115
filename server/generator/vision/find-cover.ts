import { EYES } from './face-contours.ts';
import type { Subject } from './find-subjects.ts';
import { MESH } from './mesh-face.ts';
import type { Pixels, Point } from './pixels.ts';

/** OKLab: lightness 0 to 1, and two axes of colour (green to red, blue to yellow), which are 0 for greys. */
type Oklab = [lightness: number, a: number, b: number];

/** Mesh points: the tip of the nose; its bridge, base and sides; the middle of the mouth. */
const NOSE = [1, 4];
const NOSE_BOX = [6, 2, 48, 278];
const MOUTH = [13, 14];

/** Points that a mask hides: nose, mouth and its corners, the skin above and at its sides, and the chin. */
const LOWER_FACE = [NOSE, MOUTH, [164], [57, 61], [287, 291], [206], [426], [199, 200]];

/** Rows across the mouth, from `from` to a little past `to`, as long and steep as the line from `left` to `right`. */
const ROWS = { from: 164, to: 18, past: 1.16, left: 40, right: 270, count: 24, samples: 13 };

/** Skin that a mask does not cover: between the brows, and below each eye. */
const SKIN = [
  [8, 9],
  [23, 230],
  [253, 450],
];

/** Half the side of a square whose mean colour is used, in eye distances: for a part of the face, and for a row. */
const PATCH = 0.04;
const SAMPLE = 0.01;

/**
 * Measured in OKLab. For masks: 1,010 photos of uncovered faces (dark and fair, bearded, made up, laughing, with
 * glasses) and drawn faces, several hundred of them also grey, dim, tinted, lit from one side, soft, flat, small and
 * tilted; 580 photos of masks of all kinds, 330 with painted masks. No face is refused; 79 % and 99 % of the masks are.
 * Most others are printed or worn below the nose. For eyes and noses: 70 photographed and 26 drawn faces, 118 drawn
 * bars and sunglasses.
 */
const LIMITS = {
  /**
   * Colour distance of nose and mouth from free skin, without lightness: 0.03 to 0.13 with a mask; at most 0.022 in
   * faces, but 0.05 in a face under neon light.
   */
  unlike: 0.028,
  /**
   * Colour distance between nose and mouth, as a share of theirs from free skin: up to 0.28 with a mask, 0.38 in neon.
   */
  alike: 0.32,
  /**
   * Least distance of the lower face from free skin, with lightness: a mask of any colour hides the lips. A beard
   * leaves the nose as it is. Masks of exactly the skin's colour pass.
   */
  step: 0.025,
  /**
   * Largest deviations of rows across the mouth from an even course: lightness as a share of the step, and redness.
   * Every photographed face clears one of the three limits by a factor of at least 1.6. Masks of the skin's colour
   * would need the second and third alone, which refuse people with dark skin and lips of the same colour.
   */
  lightness: 1.5,
  redness: 0.012,
  /** Range of lightness in an eye: 0.19 or more in faces (even with glasses), at most 0.09 with sunglasses or a bar. */
  eyes: 0.12,
  /** Range of lightness on a nose: 0.1 or more in faces, less than 0.01 if no nose is drawn. */
  nose: 0.03,
};

/**
 * Finds a mask, or something that covers the eyes, on a well-lit face; null if nothing covers the face. A face without
 * a nose, such as a drawn smiley, does not count as a face.
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

/** Mean colours of rows from below the nose to below the lips. */
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

/** Largest deviation from an even course between the first and the last row: in lightness, and towards red. */
function unevennessOf(rows: Oklab[]): { lightness: number; redness: number } {
  const [first, last] = [rows[0]!, rows.at(-1)!];
  const apart = (part: 0 | 1) =>
    rows.map((row, at) => row[part] - first[part] - ((last[part] - first[part]) * at) / (rows.length - 1));
  return { lightness: Math.max(...apart(0).map(Math.abs)), redness: Math.max(...apart(1)) };
}

/** A square of at least one pixel, by two corners. */
function cornersAround({ x, y }: Point, halfSide: number): Point[] {
  const reach = Math.max(0.5, halfSide);
  return [
    { x: x - reach, y: y - reach },
    { x: x + reach, y: y + reach },
  ];
}

/** Colours of the pixels in the rectangle around some points. */
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

/** Distance of two colours without their lightness. */
function tintBetween([, a, b]: Oklab, [, otherA, otherB]: Oklab): number {
  return Math.hypot(a - otherA, b - otherB);
}

function distanceBetween(colour: Oklab, other: Oklab): number {
  return Math.hypot(...colour.map((part, at) => part - other[at]!));
}

/** Range of lightness without the darkest and the lightest 5 %; 1 if there are no colours. */
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
