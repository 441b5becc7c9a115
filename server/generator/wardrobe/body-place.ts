import { clamp, mix } from '../filters/math.ts';
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
}

/** Minimum distance of the throat below the chin and below the ears, in head units. */
const BELOW = { chin: 0.42, ears: 1.36 } as const;

/** Distance from the ears forward to the nose, in head units. Used to compute how far a head is turned. */
const NOSE = 1.05;

/** Scale factor for bodies, because the costumes are drawn slightly too large for their heads. */
const SIZE = 0.95;

/** Shoulders follow these fractions of the head's turn and tilt. `most` limits the body's turn, in radians. */
const FOLLOWS = { turn: 0.6, tilt: 0.4, most: 0.35 } as const;

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
  };
}

/** Shape of the body at neck and chest, in body units: distance from its axis to its front, and half its width. */
const NECK = { depth: 52, half: 76 };
const CHEST = { depth: 112, half: 300 };

/** Moves a drawing's points for a turn of the body (radians): the front moves far, the outline hardly at all. */
export function turned(turn: number): (x: number, y: number) => [number, number] {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return (x, y) => {
    const low = clamp((y + 40) / 190, 0, 1);
    const half = mix(NECK.half, CHEST.half, low);
    const depth = mix(NECK.depth, CHEST.depth, low) * Math.sqrt(Math.max(0, 1 - (x / half) ** 2));
    return [x * cos + depth * sin, y];
  };
}
