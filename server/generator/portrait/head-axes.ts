import { MESH } from '../vision/mesh-face.ts';
import type { Point } from '../vision/pixels.ts';

/** A head's coordinate system. A unit is about the distance between the outer corners of the eyes in a front view. */
export interface HeadAxes {
  /** Length of a unit in pixels. */
  unit: number;
  /** The midpoint between the ears, which is the origin of `along`. */
  sides: Point;
  chin: Point;
  /** Half the width of the face, in units. */
  half: number;
  /** Tilt of the head in radians, clockwise. */
  roll: number;
  /** Offset of the nose from the midpoint between the ears, in units; positive to the right. */
  turn: number;
  /** Distances of brows, mouth and chin below the ears, in units. */
  brows: number;
  mouth: number;
  jaw: number;
  /** Width of the lower face at the height of the mouth, in units. */
  lower: number;
  /** Converts pixels to units in the head's coordinate system: x to the right, y down along the head. */
  along(x: number, y: number): Point;
}

/** Indices of mesh points. */
const PARTS = { brows: [105, 334], mouth: 14, lower: [172, 397] } as const;

/**
 * On a turned head, the eye distance looks too short for a unit. A unit is therefore at least these fractions of the
 * face's width and of the distance from eyes to chin.
 */
const OF_WIDTH = 0.62;
const OF_HEIGHT = 0.74;

/** `mesh` has 468 points. */
export function headAxes(mesh: Point[]): HeadAxes {
  const [leftEye, rightEye] = [mesh[MESH.leftEye]!, mesh[MESH.rightEye]!];
  const [left, right] = [mesh[MESH.leftSide]!, mesh[MESH.rightSide]!];
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
    lower: distance(mesh[PARTS.lower[0]]!, mesh[PARTS.lower[1]]!) / unit,
    along,
  };
}

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
