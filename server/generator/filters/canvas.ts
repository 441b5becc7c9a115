/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Techniques give their lengths in pixels of a finished picture, for a canvas of any size. */
export interface Canvas extends Size {
  pixels: number;
  /** Pixels of this canvas per pixel of a finished picture. */
  scale: number;
  /** Pixels of this canvas per unit of scenes and slots, which are 768 × 1024 units. */
  unit: number;
  /** A smaller copy for smooth steps: brush strokes hide the difference. */
  small: Size;
  /** Pixels of the copy per pixel of a finished picture's copy. */
  smallScale: number;
}

/** Widths of a finished picture and of its smaller copy, in pixels. */
const FULL_WIDTH = 1152;
const SMALL_WIDTH = 768;

export const FULL = createCanvas(FULL_WIDTH, SMALL_WIDTH);

/** A 3:4 canvas, by default without a smaller copy. Widths must be multiples of 24, as coarse noise needs them. */
export function createCanvas(width: number, smallWidth = width): Canvas {
  const size = sizeOf(width);
  return {
    ...size,
    pixels: size.width * size.height,
    scale: width / FULL_WIDTH,
    unit: width / 768,
    small: sizeOf(smallWidth),
    smallScale: smallWidth / SMALL_WIDTH,
  };
}

function sizeOf(width: number): Size {
  return { width, height: (width * 4) / 3 };
}
