import type { JpegHeader } from './read-jpeg-header.ts';

/** Width and height in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The largest size of the same shape whose long side is at most `longSide`; never larger than the picture. */
export function fitInto(size: Size, longSide: number): Size {
  const scale = Math.min(1, longSide / Math.max(size.width, size.height));
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
}

/** The size of a JPEG as it is seen: orientations 5 to 8 lie on their side. */
export function uprightSize({ width, height, orientation }: JpegHeader): Size {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}
