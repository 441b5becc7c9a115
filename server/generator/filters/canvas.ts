/** A width and a height in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** What pictures are drawn on. The hands give their lengths in pixels of a finished picture, whatever the canvas. */
export interface Canvas extends Size {
  pixels: number;
  /** Pixels of this canvas to one of a finished picture. */
  scale: number;
  /** Pixels of this canvas to one unit of scenes and slots, which are 768 × 1024. */
  unit: number;
  /** The smaller copy on which smooth steps are computed: nobody sees the difference under a brush. */
  small: Size;
  /** Pixels of that copy to one of a finished picture's copy. */
  smallScale: number;
}

/** Pixels of a finished picture across, and of its smaller copy. */
const FULL_WIDTH = 1152;
const SMALL_WIDTH = 768;

/** The canvas of finished pictures. */
export const FULL = createCanvas(FULL_WIDTH, SMALL_WIDTH);

/** A canvas of 3 : 4, with a smaller copy for smooth steps or without; widths are multiples of 24, as coarse noise needs. */
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
