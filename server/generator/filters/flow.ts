import type { Canvas, Size } from './canvas.ts';
import type { Plane } from './filter-memory.ts';

/** For each pixel, the direction along edges (a unit vector) and its certainty (`anisotropy`, 0 to 1). */
export interface Flow {
  size: Size;
  x: Plane;
  y: Plane;
  anisotropy: Plane;
}

/** A structure tensor: the products xx, xy and yy of a picture's derivatives. */
export type Tensor = [xx: Plane, xy: Plane, yy: Plane];

/** Adds directions to the structure tensor of the canvas's smaller copy. */
export type Guide = (tensor: Tensor, canvas: Canvas) => void;

/** Adds a flow direction at right angles to a unit vector, weighted by `strength`. */
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

/** Style of ink lines. Lengths are in pixels of a finished picture. */
export interface LineStyle {
  /** Standard deviation of the luminance blur before edge detection. */
  soft: number;
  /** Standard deviation of the narrower Gaussian: half of a line's width. */
  deviation: number;
  /** Weight of the wider Gaussian. Values closer to 1 turn fainter edges into lines. */
  sharpness: number;
  /** Length over which the lines are smoothed along the flow. */
  length: number;
}

/** A brush for painting. Lengths are in pixels of a finished picture. */
export interface PaintBrush {
  width: number;
  /** A stroke's length in each direction from its start. */
  reach: number;
  /** The brush skips pixels whose paint differs from the picture by no more than this per channel (0 to 255). */
  tolerance: number;
}

export interface Painting {
  picture: Plane;
  flow: Flow;
  /** Maximum brush width at each pixel, in pixels of the canvas. */
  widest: Plane;
  /** `paint` is the painted picture, which starts as the background. `thickness` is the paint's thickness (0 to 1). */
  paint: Plane;
  thickness: Plane;
}

/** Style of smeared noise. Lengths are in pixels of a finished picture. */
export interface StrokeStyle {
  /** Length in each direction. */
  length: number;
  /** Distance between samples, about the grain size of the noise. */
  stride: number;
}
