/** A size in pixels. */
export interface Size {
  width: number;
  height: number;
}

/**
 * The size at which a picture is drawn. Techniques give lengths in pixels of a finished picture and multiply them by
 * `scale`.
 */
export interface Canvas extends Size {
  pixels: number;
  /** Canvas pixels per pixel of a finished picture. */
  scale: number;
  /** Canvas pixels per unit of scenes and slots, which measure 768 × 1024 units. */
  unit: number;
  /** Size of a smaller copy for some slow steps; brush strokes hide the lower resolution. */
  small: Size;
  /** Width of the smaller copy, divided by the width of a finished picture's smaller copy. */
  smallScale: number;
}

/** Widths in pixels of a finished picture and of its smaller copy. */
const FULL_WIDTH = 1152;
const SMALL_WIDTH = 768;

export const FULL = createCanvas(FULL_WIDTH, SMALL_WIDTH);

/** A 3:4 canvas, by default without a smaller copy. Widths must be multiples of 24 for the coarse noise. */
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
