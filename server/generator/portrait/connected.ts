import type { Size } from '../filters/canvas.ts';
import type { Plane } from './box-blur.ts';

/** Marks what hangs together with the starts (pixels above one half) over pixels of a plane that are above a bound. */
export function connected(starts: Plane, over: Plane, bound: number, { width }: Size): Uint8Array {
  const reached = new Uint8Array(over.length);
  const waiting: number[] = [];
  for (let at = 0; at < starts.length; at++) if (starts[at]! > 0.5) waiting.push(at);

  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at < 0 || at >= over.length || reached[at]) continue;
    if (over[at]! <= bound && starts[at]! <= 0.5) continue;

    reached[at] = 1;
    const column = at % width;
    if (column > 0) waiting.push(at - 1);
    if (column < width - 1) waiting.push(at + 1);
    waiting.push(at - width, at + width);
  }
  return reached;
}
