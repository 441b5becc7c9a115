import type { Pixels } from '../vision/pixels.ts';
import type { Plane } from './box-blur.ts';
import type { HeadAxes } from './head-axes.ts';

/** A cut-out person, reduced in size to split head and clothes. */
export interface Seen extends Pixels {
  opacity: Plane;
  /** 1 inside the oval of the face. */
  oval: Plane;
  axes: HeadAxes;
}
