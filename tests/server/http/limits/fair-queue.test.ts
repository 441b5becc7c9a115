import { beforeEach, expect, test } from 'vitest';
import { FairQueue } from '../../../../server/http/limits/limiters.ts';

let queue: FairQueue<string>;

/** The started calls by name, with functions that end them. */
let begun: Map<string, { end: () => void; fail: (error: Error) => void }>;

beforeEach(() => {
  queue = new FairQueue({ running: 1, ofOne: 3, inAll: 5, tryAgainIn: 7 });
  begun = new Map();
});

const never = new AbortController().signal;

function wait(caller: string, key: string, signal: AbortSignal = never): Promise<string | null> {
  const make = () =>
    new Promise<string>((resolve, fail) => begun.set(key, { end: () => resolve(`${key} made`), fail }));
  return queue.wait({ caller, key, make }, signal);
}

/** Ends the call that started last; resolves when the next call has started. */
async function endOne(): Promise<void> {
  const last = [...begun.values()].at(-1)!;
  last.end();
  await new Promise(resolve => setImmediate(resolve));
}

test('callers take turns, no matter who called first', async () => {
  const all = [wait('ann', 'a1'), wait('ann', 'a2'), wait('ann', 'a3'), wait('bob', 'b1'), wait('eve', 'e1')];
  for (let count = 0; count < 5; count++) await endOne();
  expect([...begun.keys()]).toEqual(['a1', 'a2', 'b1', 'e1', 'a3']);
  expect(await Promise.all(all)).toEqual(['a1 made', 'a2 made', 'a3 made', 'b1 made', 'e1 made']);
});

test('two calls for the same result run once, as soon as either of their callers has a turn', async () => {
  const all = [
    wait('eve', 'e1'),
    wait('ann', 'a1'),
    wait('ann', 'a2'),
    wait('ann', 'same'),
    wait('bob', 'same'),
  ];
  for (let count = 0; count < 4; count++) await endOne();
  expect([...begun.keys()]).toEqual(['e1', 'a1', 'same', 'a2']);
  expect(await Promise.all(all)).toEqual(['e1 made', 'a1 made', 'a2 made', 'same made', 'same made']);
});

test('calls are refused if too many wait, and accepted again when there is room', async () => {
  const own = [wait('ann', 'a1'), wait('ann', 'a2'), wait('ann', 'a3')];
  await expect(wait('ann', 'a4')).rejects.toMatchObject({ statusCode: 503, seconds: 7 });
  const others = [wait('bob', 'b1'), wait('eve', 'e1')];
  await expect(wait('sue', 's1')).rejects.toMatchObject({ statusCode: 503 });
  for (let count = 0; count < 5; count++) await endOne();
  await Promise.all([...own, ...others]);
  const late = wait('sue', 's1');
  await endOne();
  expect(await late).toBe('s1 made');
});

test('a waiting call does not start if all its callers have hung up', async () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const all = [
    wait('ann', 'a1'),
    wait('ann', 'a2', one.signal),
    wait('bob', 'b1', other.signal),
    wait('eve', 'b1'),
  ];
  one.abort();
  other.abort();
  expect(await Promise.all(all.slice(1, 3))).toEqual([null, null]);
  expect(await wait('ann', 'a3', one.signal)).toBeNull();
  for (let count = 0; count < 2; count++) await endOne();
  expect([...begun.keys()]).toEqual(['a1', 'b1']);
  expect(await all[3]).toBe('b1 made');
});

test('a failed call fails for all its callers, and the next caller starts it again', async () => {
  const all = [wait('ann', 'a1'), wait('bob', 'a1'), wait('bob', 'b1')];
  begun.get('a1')!.fail(new Error('broken'));
  begun.delete('a1');
  for (const one of all.slice(0, 2)) await expect(one).rejects.toThrow('broken');
  await endOne();
  expect(await all[2]).toBe('b1 made');
  const again = wait('ann', 'a1');
  await endOne();
  expect(await again).toBe('a1 made');
});
