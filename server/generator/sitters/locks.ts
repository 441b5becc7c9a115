import type { Random } from '../random.ts';
import { mix } from '../scenes/colour.ts';
import { round } from '../scenes/svg.ts';

/** One or two cubic Bézier curves: 4 or 7 points as x, y pairs. */
export type Curve = readonly number[];

/** Style of the strands between two curves. */
export interface LockStyle {
  /** The medium tone, #rrggbb. */
  colour: string;
  count: number;
  width: [least: number, most: number];
  /** Maximum random offset of strands. */
  loose?: number;
  /** Contrast between light and dark strands, 0 to 1. */
  contrast?: number;
}

/** Mirrors a curve about the middle of the face if `side` is −1. */
export function sided(side: 1 | -1, curve: Curve): Curve {
  return curve.map((value, place) => (place % 2 === 0 ? value * side : value));
}

/**
 * Fills the area between two curves with strands of hair (or folds of cloth) that follow the curves, over a dark base.
 */
export function locksBetween(random: Random, first: Curve, last: Curve, look: LockStyle): string {
  const { colour, count, loose = 5, contrast = 1 } = look;
  const ground = mix(colour, '#080305', 0.34 * contrast);
  let strands = `<path d="${bandPath(first, last)}" fill="${ground}"/>`;

  for (let number = 0; number < count; number++) {
    const along = random.next();
    const [x, y] = [random.between(-loose, loose), random.between(-loose, loose)];
    const curve = first.map((value, place) => {
      // A strand's root does not move; its tip moves most.
      const freedom = place / first.length;
      return value + (last[place]! - value) * along + (place % 2 === 0 ? x : y) * freedom * 2;
    });
    // Vary the brightness in waves, because a lock is lit on its ridges and neighbouring strands look similar.
    const wave = Math.sin(along * 19 + first[0]! * 0.1) * 0.5 + random.between(-0.5, 0.5);
    const tone =
      wave < 0
        ? mix(colour, '#070304', -wave * 0.5 * contrast)
        : mix(colour, '#ffe2b8', wave * 0.34 * contrast);
    const width = round(random.between(...look.width));
    strands += `<path d="${curvePath(curve)}" stroke="${tone}" stroke-width="${width}" fill="none" opacity=".75"/>`;
  }
  return strands;
}

function curvePath(curve: Curve): string {
  const [x, y, ...rest] = curve.map(round);
  return `M${x} ${y}C${rest.join(' ')}`;
}

function bandPath(first: Curve, last: Curve): string {
  const back: number[] = [];
  for (let place = last.length - 2; place >= 0; place -= 2) back.push(last[place]!, last[place + 1]!);
  const [x, y, ...rest] = back.map(round);

  return `${curvePath(first)}L${x} ${y}C${rest.join(' ')}Z`;
}
