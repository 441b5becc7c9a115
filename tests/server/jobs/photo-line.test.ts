import { expect, test } from 'vitest';
import { PhotoLine } from '../../../server/jobs/photo-checks/photo-line.ts';

const forEver = new AbortController().signal;

/** A line in which turns end when they are told to, and the names of those whose turn it was. */
function openLine(most: number) {
  const line = new PhotoLine(most);
  const turns: string[] = [];
  const ends: ((time: number) => void)[] = [];
  const take = (user: string, signal = forEver) =>
    line.take(user, signal, () => {
      turns.push(user);
      return new Promise(resolve => ends.push(resolve));
    });
  return { take, turns, end: (time: number) => ends.shift()!(time) };
}

test('the next turn is one of the user who took the least time, however many others wait', async () => {
  const { take, turns, end } = openLine(100);
  const all = ['Ann', 'Ann', 'Ann', 'Bob', 'Bob', 'Cat'].map(user => take(user));
  for (const [index, time] of [5_000, 30, 30, 30, 5_000, 5_000].entries()) {
    await expect.poll(() => turns.length).toBe(index + 1);
    end(time);
  }
  await Promise.all(all);
  expect(turns).toEqual(['Ann', 'Bob', 'Cat', 'Bob', 'Ann', 'Ann']);
});

test('so many wait, one who is gone leaves at once, and a turn that fails is no end of the line', async () => {
  const { take, turns, end } = openLine(2);
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

  const line = new PhotoLine(2);
  const failing = line.take('Ann', forEver, () => Promise.reject(new Error('gone')));
  await expect(failing).rejects.toThrow('gone');
  expect(await line.take('Ann', forEver, async () => 1)).toBe(true);
});
