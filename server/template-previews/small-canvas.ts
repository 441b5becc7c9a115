// Stands in the place of generator/filters/canvas.ts in the thread that draws previews (see start-preview-worker.ts).

/** A width and a height in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Pixels of a preview as it is drawn; multiples of 8, as the coarse noise needs. */
export const FULL = { width: 336, height: 448 } as const;
export const PIXELS = FULL.width * FULL.height;

/** So few pixels need no smaller copy. */
export const SMALL = FULL;

/** Scenes and slots are given in units of 768 × 1024: pixels of a preview in each. */
export const UNIT = FULL.width / 768;
