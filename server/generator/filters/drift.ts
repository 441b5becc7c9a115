import type { Plane } from './filter-memory.ts';
import { addDirection, type Guide } from './flow.ts';

/** A random direction that changes slowly across the picture. */
export interface Drift {
  /** Noise that varies the direction; it has the canvas's size. */
  turns: Plane;
  /** Weight of the direction. With 1e-4 to 1e-3, only areas without edges get this direction; with 1, all areas do. */
  strength: number;
}

/** The direction is constant within squares of this side, in pixels of the smaller copy. The noise is much coarser. */
const CELL = 4;

export function driftGuide({ turns, strength }: Drift): Guide {
  return (tensor, { width, small }) => {
    const step = width / small.width;

    for (let top = 0; top < small.height; top += CELL) {
      for (let left = 0; left < small.width; left += CELL) {
        const angle = 0.5 + turns.data[Math.floor(top * step) * width + Math.floor(left * step)]! * 0.35;
        const direction: [number, number] = [-Math.sin(angle), Math.cos(angle)];

        for (let y = top; y < Math.min(top + CELL, small.height); y++) {
          for (let x = left; x < Math.min(left + CELL, small.width); x++)
            addDirection(tensor, y * small.width + x, direction, strength);
        }
      }
    }
  };
}
