import type { Size } from './canvas.ts';
import type { Plane } from './filter-memory.ts';

/** The direction along edges at each pixel, a unit vector, and how sure it is (0 to 1). */
export interface Flow {
  size: Size;
  x: Plane;
  y: Plane;
  anisotropy: Plane;
}

/** How ink lines are found; lengths in pixels of a finished picture. */
export interface LineStyle {
  /** Half the width of a line. */
  deviation: number;
  /** The weight of the wider Gaussian: the nearer to 1, the fainter the edges that become lines. */
  sharpness: number;
  /** How far a line is smoothed along itself. */
  length: number;
}

/** How noise is smeared; lengths in pixels of a finished picture. */
export interface StrokeStyle {
  /** How far each way. */
  length: number;
  /** How far apart the places are that are looked at: about as far as the grain of the noise is wide. */
  stride: number;
}
