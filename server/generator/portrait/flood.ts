import { MASK_SIZE } from '../vision/segment-person.ts';

/** Marks every place of a mask that can be reached from the starts over places that belong. */
export function flood(starts: number[], belongs: (at: number) => boolean): Uint8Array {
  const reached = new Uint8Array(MASK_SIZE * MASK_SIZE);
  const waiting = [...starts];

  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at < 0 || at >= reached.length || reached[at] || !belongs(at)) continue;

    reached[at] = 1;
    const column = at % MASK_SIZE;
    if (column > 0) waiting.push(at - 1);
    if (column < MASK_SIZE - 1) waiting.push(at + 1);
    waiting.push(at - MASK_SIZE, at + MASK_SIZE);
  }

  return reached;
}
