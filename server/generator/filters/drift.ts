import type { Plane } from './filter-memory.ts';
import { addDirection, type Guide } from './flow.ts';

/** A calm random flow, which turns slowly over the picture. */
export interface Drift {
  /** Noise over the canvas by which it turns. */
  turns: Plane;
  /** 1e-4 to 1e-3 leads calm places only, 1 all of them. */
  strength: number;
}

/** Leads strokes by a drift. */
export function driftGuide({ turns, strength }: Drift): Guide {
  return (tensor, { width, small }) => {
    const step = width / small.width;

    for (let y = 0; y < small.height; y++) {
      for (let x = 0; x < small.width; x++) {
        const at = y * small.width + x;
        const angle = 0.5 + turns.data[Math.floor(y * step) * width + Math.floor(x * step)]! * 0.35;
        addDirection(tensor, at, [-Math.sin(angle), Math.cos(angle)], strength);
      }
    }
  };
}
