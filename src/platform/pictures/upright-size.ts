import type { JpegHeader } from './read-jpeg-header.ts';

/** A size in px. */
export interface Size {
  width: number;
  height: number;
}

/** Scales a size down to a long side of at most `longSide`. Never enlarges. */
export function fitInto(size: Size, longSide: number): Size {
  const scale = Math.min(1, longSide / Math.max(size.width, size.height));
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
}

/** The size after rotation. EXIF orientations 5 to 8 swap width and height. */
export function uprightSize({ width, height, orientation }: JpegHeader): Size {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}
