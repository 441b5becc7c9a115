import { clamp, mix } from '../filters/math.ts';
import { headAxes } from '../portrait/head-axes.ts';
import type { Place } from '../portrait/place-person.ts';
import type { Point } from '../vision/pixels.ts';

/** Where a body stands in a picture. */
export interface BodyPlace {
  /** The pit of the throat, in pixels. */
  x: number;
  y: number;
  /** Pixels of a body unit. */
  unit: number;
  /** How far the body is tilted, clockwise, and turned to the right, in radians. */
  tilt: number;
  turn: number;
}

/** How far the throat lies below the chin and below the ears at least, in units of the head. */
const BELOW = { chin: 0.42, ears: 1.36 } as const;

/** Units by which a nose stands out from between the ears: tells how far a head is turned. */
const NOSE = 1.05;

/** Bodies are drawn a little large for their heads. */
const SIZE = 0.95;

/** Shoulders follow a head, but not all the way, nor further than this (radians). */
const FOLLOWS = { turn: 0.6, tilt: 0.4, most: 0.35 } as const;

/** The body under a head: `turn` is how far the shot turns it besides. */
export function bodyUnder(mesh: Point[], place: Place, turn: number): BodyPlace {
  const head = headAxes(mesh.map(place.toPicture));
  const { unit, chin, sides, roll } = head;
  const headTurn = Math.asin(clamp(head.turn / NOSE, -0.8, 0.8));
  // Under the middle of the ears more than of the chin, so that a turned head sits on its neck.
  const down = Math.max(chin.y - sides.y + BELOW.chin * unit, BELOW.ears * unit);
  return {
    x: mix(sides.x, chin.x, 0.3) - Math.sin(roll) * down * 0.6,
    y: sides.y + down,
    unit: (unit * SIZE) / 100,
    tilt: roll * FOLLOWS.tilt,
    turn: clamp(headTurn * FOLLOWS.turn + turn, -FOLLOWS.most, FOLLOWS.most),
  };
}

/** How far in front of a body's axis its surface lies at the neck and at the chest, and half its width there, in body units. */
const NECK = { depth: 52, half: 76 };
const CHEST = { depth: 112, half: 300 };

/** Moves a place of a drawing as the body turns (radians): what lies in front goes far, the outline a little. */
export function turned(turn: number): (x: number, y: number) => [number, number] {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return (x, y) => {
    const low = clamp((y + 40) / 190, 0, 1);
    const half = mix(NECK.half, CHEST.half, low);
    const depth = mix(NECK.depth, CHEST.depth, low) * Math.sqrt(Math.max(0, 1 - (x / half) ** 2));
    return [x * cos + depth * sin, y];
  };
}
