import type { Plane } from './filter-memory.ts';
import { addDirection, type Guide } from './flow.ts';

/** A calm random flow that turns slowly across the picture. */
export interface Drift {
  /** Noise over the canvas that turns the direction. */
  turns: Plane;
  /** From 1e-4 to 1e-3, only areas without edges get this direction; 1: all areas. */
  strength: number;
}

/** Side of a square in which the direction is the same, in pixels of the small size. The noise is far coarser. */
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
