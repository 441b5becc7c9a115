import { expect, test } from 'vitest';
import { FilterPool } from '../../../server/generator/filters/filter-pool.ts';

const size = { width: 96, height: 128 };
const pixels = size.width * size.height;
const middle = size.width / 2;
const columnOf = (at: number) => at % size.width;

/** Red at the left of the middle and green at the right, painted over grey along a flow that crosses it; broad brushes are for the upper half alone. */
async function paintedBy(threads: number): Promise<Float32Array> {
  const pool = await FilterPool.open(threads);
  const planes = Array.from({ length: 8 }, (_, at) => pool.memory.take(at < 2 ? pixels * 4 : pixels));
  const [picture, paint, thickness, widest, flowX, flowY, owner] = planes.map(({ data }) => data);
  for (const data of [thickness, flowY, owner]) data!.fill(0);
  flowX!.fill(1);
  paint!.fill(128);
  for (let at = 0; at < pixels; at++) {
    const isLeft = columnOf(at) < middle;
    picture!.set([isLeft ? 200 : 0, isLeft ? 0 : 200, 0, 0], at * 4);
    widest![at] = at < pixels / 2 ? 6 : 1;
  }
  for (const firstBand of [0, 1]) {
    const numbers = [6, 3, 5, 1, firstBand, 16, size.width, size.height];
    await pool.run('layStrokes', [...planes.map(({ at }) => at), ...numbers], 4);
  }
  await pool.close();
  return paint!.slice();
}

test('strokes keep to the colours and to the places of their brush', async () => {
  const paint = await paintedBy(2);
  let [above, painted] = [0, 0];
  for (let at = 0; at < pixels; at++) {
    const [red, green] = [paint[at * 4]!, paint[at * 4 + 1]!];
    // Each stroke may pass the edge by half of its width.
    if (Math.abs(columnOf(at) - middle) < 5) continue;
    if (columnOf(at) < middle) expect(green).toBeLessThan(129);
    else expect(red).toBeLessThan(129);
    const isPainted = Math.abs(red - green) > 50;
    if (at >= pixels * 0.55) expect(isPainted).toBe(false);
    if (at >= pixels * 0.45) continue;
    above += 1;
    if (isPainted) painted += 1;
  }
  expect(painted / above).toBeGreaterThan(0.5);
});

test('the strokes are the same however many threads lay them', async () => {
  expect(await paintedBy(3)).toEqual(await paintedBy(1));
});
