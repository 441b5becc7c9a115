import type { Colour } from '../scenes/colour.ts';

/** Lays a colour over a pixel of four bytes with a share of its own (0 to 1). */
export function layOver(rgba: Uint8ClampedArray, from: number, colour: Colour, share: number): void {
  const below = (rgba[from + 3]! / 255) * (1 - share);
  const total = share + below;
  if (total <= 0) return;

  for (let channel = from; channel < from + 3; channel++) {
    rgba[channel] = (colour[channel - from]! * share + rgba[channel]! * below) / total;
  }
  rgba[from + 3] = total * 255;
}
