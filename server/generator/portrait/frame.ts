import type { Pixels } from '../vision/pixels.ts';

/** The frame of every cut-out: large enough that a pic of 768 × 1024 finds all it shows at its smallest scale. */
export const FRAME = {
  width: 1080,
  height: 1392,
  eyes: { x: 540, y: 576 },
  /** Pixels between the outer corners of the eyes. */
  eyeDistance: 112,
} as const;

/** The photo in the frame of the cut-out, and which part of the frame it fills. */
export interface UprightPhoto {
  pixels: Pixels;
  /** The border of the photo in pixels of the frame; it may lie outside the frame. */
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** By how many pixels the lower border rises with each pixel to the right; `bottom` is below the eyes. */
  slope: number;
  /** 1 where the photo has a pixel, 0 outside it. */
  inside: Uint8Array;
}
