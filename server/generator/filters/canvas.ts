/** A width and a height in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Pixels of a finished picture. */
export const FULL = { width: 1152, height: 1536 } as const;
export const PIXELS = FULL.width * FULL.height;

/** The smaller copy on which smooth steps are computed: nobody sees the difference under a brush. */
export const SMALL = { width: 768, height: 1024 } as const;

/** Scenes and slots are given in units of 768 × 1024: pixels of a finished picture in each. */
export const UNIT = FULL.width / 768;
