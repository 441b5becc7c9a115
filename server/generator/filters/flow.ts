import type { Canvas, Size } from './canvas.ts';
import type { Plane } from './filter-memory.ts';

/** The direction along edges at each pixel, a unit vector, and how sure it is (0 to 1). */
export interface Flow {
  size: Size;
  x: Plane;
  y: Plane;
  anisotropy: Plane;
}

/** A structure tensor: the products xx, xy and yy of the derivatives of a picture. */
export type Tensor = [xx: Plane, xy: Plane, yy: Plane];

/** Adds directions of its own to a structure tensor of the small size. */
export type Guide = (tensor: Tensor, canvas: Canvas) => void;

/** Adds a direction at right angles to a unit vector, as sure as `strength`. */
export function addDirection(
  [xx, xy, yy]: Tensor,
  at: number,
  [x, y]: [number, number],
  strength: number,
): void {
  xx.data[at]! += strength * x * x;
  xy.data[at]! += strength * x * y;
  yy.data[at]! += strength * y * y;
}

/** How ink lines are found; lengths in pixels of a finished picture. */
export interface LineStyle {
  /** How far the brightness is blurred before. */
  soft: number;
  /** Half the width of a line. */
  deviation: number;
  /** The weight of the wider Gaussian: the nearer to 1, the fainter the edges that become lines. */
  sharpness: number;
  /** How far a line is smoothed along itself. */
  length: number;
}

/** A brush that lays strokes of paint; lengths in pixels of a finished picture. */
export interface PaintBrush {
  width: number;
  /** How far a stroke goes each way. */
  reach: number;
  /** How far the paint may be from the picture, 0 to 255, before a finer brush than the first at a place mends it. */
  tolerance: number;
}

/** What is painted, and what it is painted by. */
export interface Painting {
  /** The picture that is painted. */
  picture: Plane;
  flow: Flow;
  /** The width of the widest brush that suits each pixel, in pixels of the canvas: no wider one goes there. */
  widest: Plane;
  /** The paint, which holds the ground at first; and how thick it lies, 0 to 1. */
  paint: Plane;
  thickness: Plane;
}

/** How noise is smeared; lengths in pixels of a finished picture. */
export interface StrokeStyle {
  /** How far each way. */
  length: number;
  /** How far apart the places are that are looked at: about as far as the grain of the noise is wide. */
  stride: number;
}
