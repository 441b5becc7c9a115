import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { PhotoDecoder, PhotoQueue } from '../../../server/jobs/photo-checks/photo-checks.ts';
import { aPhoto } from '../generator/a-photo.ts';

/** Processes that earlier test files in this worker started and that may still be ending. */
let earlier: string[];

beforeEach(() => {
  earlier = allChildren();
});

/** Processes that this test started and that still run. */
const children = () => allChildren().filter(pid => !earlier.includes(pid));

function allChildren(): string[] {
  return readdirSync('/proc/self/task').flatMap(task =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
}

function open(idleFor: number): PhotoDecoder {
  const decoder = new PhotoDecoder(idleFor);
  onTestFinished(() => decoder.close());
  return decoder;
}

test('one process decodes consecutive photos and ends when idle; the next photo starts a new process', async () => {
  const decoder = open(1000);
  const photo = await aPhoto();

  expect(await decoder.decode(photo)).toMatchObject({ result: 'whole' });
  const started = children();
  expect(await decoder.decode(photo.slice(0, 9000))).toMatchObject({ result: 'damaged' });
  expect(started).toHaveLength(1);
  expect(children()).toEqual(started);

  await vi.waitFor(() => expect(children()).toEqual([]), 5000);
  expect(await decoder.decode(photo)).toMatchObject({ result: 'whole' });
});

test('a photo that arrives while the decoder process ends is still decoded', async () => {
  const decoder = open(0);
  const photo = await aPhoto();

  for (let round = 0; round < 8; round++) {
    expect(await decoder.decode(photo)).toMatchObject({ result: 'whole' });
    // Each round reaches the process at a different moment of its shutdown.
    await new Promise(resolve => setTimeout(resolve, round % 4));
  }
});

const forEver = new AbortController().signal;

/** A queue with turns that the test ends; `turns` lists the users in the order of their turns. */
function openQueue(most: number) {
  const queue = new PhotoQueue(most);
  const turns: string[] = [];
  const ends: ((time: number) => void)[] = [];
  const take = (user: string, signal = forEver) =>
    queue.take(user, signal, () => {
      turns.push(user);
      return new Promise(resolve => ends.push(resolve));
    });
  return { take, turns, end: (time: number) => ends.shift()!(time) };
}

test('the next turn goes to the user who has used the least time, no matter how many others wait', async () => {
  const { take, turns, end } = openQueue(100);
  const all = ['Ann', 'Ann', 'Ann', 'Bob', 'Bob', 'Cat'].map(user => take(user));
  for (const [index, time] of [5_000, 30, 30, 30, 5_000, 5_000].entries()) {
    await expect.poll(() => turns.length).toBe(index + 1);
    end(time);
  }
  await Promise.all(all);
  expect(turns).toEqual(['Ann', 'Bob', 'Cat', 'Bob', 'Ann', 'Ann']);
});

test('the photo queue is limited, aborted callers leave it at once, and a failed turn does not stop it', async () => {
  const { take, turns, end } = openQueue(2);
  const gone = new AbortController();
  const first = take('Ann');
  const waiting = take('Bob', gone.signal);
  const other = take('Cat');
  expect(await take('Dan')).toBe(false);
  gone.abort();
  expect(await waiting).toBe(false);
  expect(await take('Eve', gone.signal)).toBe(false);
  end(1);
  expect(await first).toBe(true);
  await expect.poll(() => turns).toEqual(['Ann', 'Cat']);
  end(1);
  expect(await other).toBe(true);

  const queue = new PhotoQueue(2);
  const failing = queue.take('Ann', forEver, () => Promise.reject(new Error('gone')));
  await expect(failing).rejects.toThrow('gone');
  expect(await queue.take('Ann', forEver, async () => 1)).toBe(true);
});
