import type { Canvas, Size } from './canvas.ts';
import type { Plane } from './filter-memory.ts';

/** The direction along edges at each pixel (a unit vector), and its certainty (`anisotropy`, 0 to 1). */
export interface Flow {
  size: Size;
  x: Plane;
  y: Plane;
  anisotropy: Plane;
}

/** A structure tensor: the products xx, xy and yy of a picture's derivatives. */
export type Tensor = [xx: Plane, xy: Plane, yy: Plane];

/** Adds directions to a structure tensor of the small size. */
export type Guide = (tensor: Tensor, canvas: Canvas) => void;

/** Adds a direction at right angles to a unit vector; `strength` is its weight. */
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
  /** Blur of the brightness before the search for lines. */
  soft: number;
  /** Half the width of a line. */
  deviation: number;
  /** Weight of the wider Gaussian. The nearer to 1, the fainter are the edges that become lines. */
  sharpness: number;
  /** Smoothing along the line. */
  length: number;
}

/** A brush for painting. Lengths are in pixels of a finished picture. */
export interface PaintBrush {
  width: number;
  /** Length of a stroke in each direction. */
  reach: number;
  /** If a painted place differs less from the picture (0 to 255), the brush does not paint over it. */
  tolerance: number;
}

export interface Painting {
  picture: Plane;
  flow: Flow;
  /** Width of the widest brush for each pixel, in pixels of the canvas. */
  widest: Plane;
  /** The painted picture, which starts as the background, and the thickness of the paint (0 to 1). */
  paint: Plane;
  thickness: Plane;
}

/** Style of smeared noise. Lengths are in pixels of a finished picture. */
export interface StrokeStyle {
  /** Length in each direction. */
  length: number;
  /** Distance between samples: about the width of the noise's grain. */
  stride: number;
}
