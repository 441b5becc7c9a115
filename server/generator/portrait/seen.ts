import type { Pixels } from '../vision/pixels.ts';
import type { Plane } from './box-blur.ts';
import type { HeadAxes } from './head-axes.ts';

/** A reduced copy of a cut-out person, used to separate head, neck and clothes. */
export interface Seen extends Pixels {
  opacity: Plane;
  /** 1 inside the face oval. */
  oval: Plane;
  axes: HeadAxes;
}
