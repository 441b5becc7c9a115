import type { Size } from '../filters/canvas.ts';
import type { Plane } from './box-blur.ts';

/** Marks the pixels where `over` exceeds `bound` and that are connected to a start pixel (`starts` above 0.5). */
export function connected(starts: Plane, over: Plane, bound: number, size: Size): Uint8Array {
  const from = Array.from(starts.keys()).filter(at => starts[at]! > 0.5);
  return flood(from, at => over[at]! > bound || starts[at]! > 0.5, size);
}

/** Flood fill: marks all pixels that are reachable from the starts through pixels for which `belongs` is true. */
export function flood(
  starts: number[],
  belongs: (at: number) => boolean,
  { width, height }: Size,
): Uint8Array {
  const reached = new Uint8Array(width * height);
  const waiting = [...starts];

  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at < 0 || at >= reached.length || reached[at] || !belongs(at)) continue;

    reached[at] = 1;
    const column = at % width;
    if (column > 0) waiting.push(at - 1);
    if (column < width - 1) waiting.push(at + 1);
    waiting.push(at - width, at + width);
  }
  return reached;
}
