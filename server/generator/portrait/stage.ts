import type { Plane } from '../filters/filter-memory.ts';
import { mix } from '../filters/math.ts';
import type { Surface } from '../vision/slopes-of.ts';

/**
 * Person, scene and foreground of a picture, with data for techniques. Values of all planes except `picture` are 0 to
 * 1.
 */
export interface Stage {
  picture: Plane;
  /** The drawn scene (three bytes per pixel), and the foreground (four bytes per pixel). */
  back: Uint8Array;
  front: Uint8Array;
  /** Masks of the visible person, of the face, and of eyes, brows and lips. */
  alpha: Plane;
  face: Plane;
  features: Plane;
  /** Mask of the whole person, including parts hidden by the foreground. Used for outlines. */
  body: Plane;
  /** The face mesh, in pixels of the canvas. */
  surface: Surface;
  /** Pixels between the outer corners of the eyes. */
  eyeDistance: number;
  /** The face's mean skin colour in the picture, 0 to 255. */
  skin: [number, number, number];
}

/** Draws the foreground over the picture. Covered parts no longer count as face or person. */
export function layFront(stage: Stage, front: Uint8Array): void {
  const { picture, alpha, face, features } = stage;

  for (let at = 0; at < alpha.data.length; at++) {
    const share = front[at * 4 + 3]! / 255;
    if (share === 0) continue;

    for (let channel = 0; channel < 3; channel++) {
      picture.data[at * 4 + channel] = mix(picture.data[at * 4 + channel]!, front[at * 4 + channel]!, share);
    }
    alpha.data[at]! *= 1 - share;
    face.data[at]! *= 1 - share;
    features.data[at]! *= 1 - share;
  }
}
