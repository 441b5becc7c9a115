import { clamp } from '../filters/math.ts';
import type { DevelopedPhoto } from './develop-photo.ts';

/** A part of a photo once the head is upright: its size in pixels of the photo, and where in it (as shares) the eyes are. */
export interface Frame {
  width: number;
  height: number;
  x: number;
  y: number;
  /** By how much the photo is turned, in radians. */
  angle: number;
}

/** How a picture should be framed: the distance of the eyes as a share of its width, where they are, and its height to its width. */
export interface Framing {
  eyes: number;
  x: number;
  y: number;
  aspect: number;
}

/** The four pictures of a job: head and shoulders, close, as much as the photo has, and a square for an avatar. */
const FRAMINGS: readonly Framing[] = [
  { eyes: 0.235, x: 0.5, y: 0.42, aspect: 4 / 3 },
  { eyes: 0.34, x: 0.52, y: 0.44, aspect: 4 / 3 },
  { eyes: 0.15, x: 0.46, y: 0.38, aspect: 4 / 3 },
  { eyes: 0.27, x: 0.5, y: 0.44, aspect: 1 },
];

/** How much nearer or farther the head is each time that pics are made again. */
const REDO_ZOOM = [1, 0.86, 1.16];

/** The framing of a job's picture, counted from 0. When the pics are made again, the head stands on the other side, nearer or farther. */
export function framingOf(index: number, redo = 0): Framing {
  const framing = FRAMINGS[index % FRAMINGS.length]!;
  const x = redo % 2 === 1 ? 1 - framing.x : framing.x;
  return { ...framing, x, eyes: framing.eyes * REDO_ZOOM[redo % REDO_ZOOM.length]! };
}

/** How far, in radians, a head that the photo cuts above is turned upright: further, it would bring the photo's border with it. */
const MOST_TURN_OF_CUT_HEAD = 0.2;

/** What it costs to move the eyes aside or up and down by a share of the picture, compared with the logarithm of its size. */
const COST = { aside: 1.2, up: 1.5 };

/** The width of the largest frame with the eyes at this place, of this shape and turned so, in which the photo cuts the person nowhere. */
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
    // A frame that ends before the cut in one direction does not show it.
    most = Math.min(most, Math.max(aside, along));
  }
  return most;
}

/** True if the photo cuts the person above the eyes. */
export function isHeadCut({ cuts, eyeDistance }: Pick<DevelopedPhoto, 'cuts' | 'eyeDistance'>): boolean {
  return cuts.some(({ x, y }) => y < 0 && Math.abs(x) < eyeDistance);
}

/** The largest frame of a framing in which the photo cuts the person nowhere; the eyes move a little for it. */
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
