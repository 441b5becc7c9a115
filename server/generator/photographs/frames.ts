import { clamp } from '../filters/math.ts';
import type { DevelopedPhoto } from './develop-photo.ts';

/**
 * A crop of the photo, rotated so that the head is upright. The size is in pixels of the photo. `x` and `y` are the
 * position of the eyes as fractions of the crop.
 */
export interface Frame {
  width: number;
  height: number;
  x: number;
  y: number;
  /** Rotation of the photo in radians. */
  angle: number;
}

/** A desired crop: eye distance as a fraction of the width, position of the eyes, and ratio of height to width. */
export interface Framing {
  eyes: number;
  x: number;
  y: number;
  aspect: number;
}

/** The four pictures of a job: head and shoulders, a close-up, as much as the photo shows, and a square avatar. */
const FRAMINGS: readonly Framing[] = [
  { eyes: 0.235, x: 0.5, y: 0.42, aspect: 4 / 3 },
  { eyes: 0.34, x: 0.52, y: 0.44, aspect: 4 / 3 },
  { eyes: 0.15, x: 0.46, y: 0.38, aspect: 4 / 3 },
  { eyes: 0.27, x: 0.5, y: 0.44, aspect: 1 },
];

/** Scale factors for the head in the first job, the first redo and the second redo. Further redos repeat them. */
const REDO_ZOOM = [1, 0.86, 1.16];

/**
 * The framing of a job's picture; `index` starts at 0. Redos vary the head's size, and odd redos mirror its position.
 */
export function framingOf(index: number, redo = 0): Framing {
  const framing = FRAMINGS[index % FRAMINGS.length]!;
  const x = redo % 2 === 1 ? 1 - framing.x : framing.x;
  return { ...framing, x, eyes: framing.eyes * REDO_ZOOM[redo % REDO_ZOOM.length]! };
}

/**
 * Maximum rotation (radians) of a head whose top is cropped by the photo. A larger rotation would show the photo's
 * border.
 */
const MOST_TURN_OF_CUT_HEAD = 0.2;

/**
 * Costs of moving the eyes by a whole picture width (`aside`) or height (`up`). The best crop has the highest logarithm
 * of its width, minus these costs.
 */
const COST = { aside: 1.2, up: 1.5 };

/** Width of the largest crop in which no edge is visible where the photo's border crops the person. */
export function mostWidthOf(
  { below, cuts }: Pick<DevelopedPhoto, 'below' | 'cuts'>,
  { x, y, aspect, angle }: Pick<Framing, 'x' | 'y' | 'aspect'> & { angle: number },
): number {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let most = below / (1 - y) / aspect;
  for (const cut of cuts) {
    const right = cut.x * cos + cut.y * sin;
    const down = cut.y * cos - cut.x * sin;
    const aside = right < 0 ? -right / x : right / (1 - x);
    const along = (down < 0 ? -down / y : down / (1 - y)) / aspect;
    // A crop hides this point if it ends before it either sideways or vertically, so the larger limit applies.
    most = Math.min(most, Math.max(aside, along));
  }
  return most;
}

/** True if the photo's border crops the person above the eyes. */
export function isHeadCut({ cuts, eyeDistance }: Pick<DevelopedPhoto, 'cuts' | 'eyeDistance'>): boolean {
  return cuts.some(({ x, y }) => y < 0 && Math.abs(x) < eyeDistance);
}

/** The largest crop in which no cropped edge of the person is visible. May move the eyes a little. */
export function frameOf(
  photo: Pick<DevelopedPhoto, 'below' | 'cuts' | 'eyeDistance' | 'tilt'>,
  wanted: Framing,
): Frame {
  const most = isHeadCut(photo) ? MOST_TURN_OF_CUT_HEAD : Math.PI;
  const angle = clamp(photo.tilt, -most, most);
  let best: Frame | undefined;
  let bestValue = -Infinity;

  for (let up = -14; up <= 10; up++) {
    for (let aside = -8; aside <= 8; aside++) {
      const x = clamp(wanted.x + aside * 0.02, 0.34, 0.66);
      const y = wanted.y + up * 0.01;
      const width = Math.min(
        photo.eyeDistance / wanted.eyes,
        mostWidthOf(photo, { x, y, aspect: wanted.aspect, angle }),
      );
      const value = Math.log(width) - Math.abs(x - wanted.x) * COST.aside - Math.abs(y - wanted.y) * COST.up;
      if (value <= bestValue) continue;
      bestValue = value;
      best = { width, height: width * wanted.aspect, x, y, angle };
    }
  }
  return best!;
}
