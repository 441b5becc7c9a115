import { clamp, mix, smoothstep } from '../filters/math.ts';
import { headAxes } from '../portrait/head-axes.ts';
import type { Place } from '../portrait/place-person.ts';
import type { Point } from '../vision/pixels.ts';

export interface BodyPlace {
  /** The pit of the throat, in pixels. */
  x: number;
  y: number;
  /** Pixels per body unit. */
  unit: number;
  /** Tilt (clockwise) and turn (to the right), in radians. */
  tilt: number;
  turn: number;
  /** Width factors of the drawing: neck and collar, and shoulders, chest and arms. */
  neck: number;
  shoulders: number;
}

/** Minimum distance of the throat below the chin and below the ears, in head units. */
const BELOW = { chin: 0.58, ears: 1.5 } as const;

/** Distance from the ears forward to the nose, in head units. Used to compute how far a head is turned. */
const NOSE = 1.05;

/** Scale factor for bodies, because the costumes are drawn slightly too large for their heads. */
const SIZE = 0.95;

/** Shoulders follow these fractions of the head's turn and tilt. `most` limits the body's turn, in radians. */
const FOLLOWS = { turn: 0.6, tilt: 0.4, most: 0.35 } as const;

/**
 * A body is as wide as its head suggests. In 60 photos, the width of the lower face (head units) told children (1.07 to
 * 1.13), women (1.11 to 1.2) and men (1.19 to 1.33) apart best of all distances. For a lower face of `at`, the
 * drawing keeps its width.
 */
const WIDTH = {
  neck: { at: 1.2, slope: 0.9, least: 0.88, most: 1.08 },
  shoulders: { at: 1.13, slope: 1.8, least: 0.85, most: 1.2 },
} as const;

/** Places a body under a head. `turn` is the shot's own turn, in radians. */
export function bodyUnder(mesh: Point[], place: Place, turn: number): BodyPlace {
  const head = headAxes(mesh.map(place.toPicture));
  const { unit, chin, sides, roll } = head;
  const headTurn = Math.asin(clamp(head.turn / NOSE, -0.8, 0.8));
  // Weight the ears more than the chin, so that a turned head stays above its neck.
  const down = Math.max(chin.y - sides.y + BELOW.chin * unit, BELOW.ears * unit);
  return {
    x: mix(sides.x, chin.x, 0.3) - Math.sin(roll) * down * 0.6,
    y: sides.y + down,
    unit: (unit * SIZE) / 100,
    tilt: roll * FOLLOWS.tilt,
    turn: clamp(headTurn * FOLLOWS.turn + turn, -FOLLOWS.most, FOLLOWS.most),
    neck: widthOf(head.lower, WIDTH.neck),
    shoulders: widthOf(head.lower, WIDTH.shoulders),
  };
}

function widthOf(lower: number, { at, slope, least, most }: (typeof WIDTH)[keyof typeof WIDTH]): number {
  return clamp(1 + slope * (lower - at), least, most);
}

/** Shape of the body at neck and chest, in body units: distance from its axis to its front, and half its width. */
const NECK = { depth: 52, half: 76 };
const CHEST = { depth: 112, half: 300 };

/** The drawing keeps the collar's width down to `from`, and has the shoulders' width from `to` on, in body units. */
const SLOPE = { from: -30, to: 60 };

/**
 * Moves a drawing's points to make the body wider or narrower, and to turn it: the front moves far, the outline hardly
 * at all.
 */
export function shaped({
  turn,
  neck,
  shoulders,
}: Pick<BodyPlace, 'turn' | 'neck' | 'shoulders'>): (x: number, y: number) => [number, number] {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return (x, y) => {
    const low = clamp((y + 40) / 190, 0, 1);
    const half = mix(NECK.half, CHEST.half, low);
    const depth = mix(NECK.depth, CHEST.depth, low) * Math.sqrt(Math.max(0, 1 - (x / half) ** 2));
    const wide = mix(neck, shoulders, smoothstep(SLOPE.from, SLOPE.to, y));
    return [(x * cos + depth * sin) * wide, y];
  };
}
