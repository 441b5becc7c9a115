import { MESH } from '../vision/mesh-face.ts';
import type { Point } from '../vision/pixels.ts';

/** A head in a picture: its unit, about the distance of the outer corners of the eyes of a face seen from the front, and its axes. */
export interface HeadAxes {
  /** Pixels. */
  unit: number;
  /** The middle between the ears: the origin of `along`. */
  sides: Point;
  chin: Point;
  /** Half the width of the face, in units. */
  half: number;
  /** Clockwise, in radians. */
  roll: number;
  /** Where the head is turned: the nose beside the middle between the ears, in units; to the right above 0. */
  turn: number;
  /** How far brows, mouth and chin lie below the ears, in units. */
  brows: number;
  mouth: number;
  jaw: number;
  /** A place in the head's axes, in units: to the right, and down along the head. */
  along(x: number, y: number): Point;
}

/** Points of the mesh at brows, mouth and the bridge of the nose. */
const PARTS = { brows: [105, 334], mouth: 14 } as const;

/** The share of the face's width, and of the way from the eyes to the chin, that a unit is at least: those of a turned head are short. */
const OF_WIDTH = 0.62;
const OF_HEIGHT = 0.74;

/** The axes of a head whose 468 points are given, mirrored or not. */
export function headAxes(mesh: Point[]): HeadAxes {
  const isMirrored = mesh[MESH.leftEye]!.x > mesh[MESH.rightEye]!.x;
  const pair = (one: number, other: number) =>
    (isMirrored ? [mesh[other]!, mesh[one]!] : [mesh[one]!, mesh[other]!]) as [Point, Point];
  const [leftEye, rightEye] = pair(MESH.leftEye, MESH.rightEye);
  const [left, right] = pair(MESH.leftSide, MESH.rightSide);
  const chin = mesh[MESH.chin]!;
  const eyes = middle(leftEye, rightEye);
  const sides = middle(left, right);
  const unit = Math.max(
    distance(leftEye, rightEye),
    OF_WIDTH * distance(left, right),
    OF_HEIGHT * distance(eyes, chin),
  );
  const roll = Math.atan2(rightEye.y - leftEye.y, rightEye.x - leftEye.x);
  const cos = Math.cos(roll) / unit;
  const sin = Math.sin(roll) / unit;
  const along = (x: number, y: number) => ({
    x: (x - sides.x) * cos + (y - sides.y) * sin,
    y: (y - sides.y) * cos - (x - sides.x) * sin,
  });
  const below = ({ x, y }: Point) => along(x, y).y;

  return {
    unit,
    sides,
    chin,
    half: distance(left, right) / 2 / unit,
    roll,
    turn: along(mesh[MESH.noseTip]!.x, mesh[MESH.noseTip]!.y).x,
    brows: Math.min(...PARTS.brows.map(at => below(mesh[at]!))),
    mouth: below(mesh[PARTS.mouth]!),
    jaw: below(chin),
    along,
  };
}

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
