import type PgBoss from 'pg-boss';
import { expect, test } from 'vitest';
import { takeMessages } from '../../../server/jobs/job-queue.ts';

test('a loop is silent since it came round last, and without end once it may take nothing', async () => {
  let refuse = () => {};
  const boss = { fetch: async () => [] } as unknown as PgBoss;
  const errors: unknown[] = [];
  const loop = takeMessages({
    boss,
    queueName: 'work',
    mayTake: () => new Promise((_, reject) => (refuse = () => reject(new Error('another store')))),
    work: async () => {},
    onError: error => errors.push(error),
  });
  expect(loop.silence()).toBeLessThan(1000);

  refuse();
  await expect.poll(() => loop.silence()).toBe(Number.POSITIVE_INFINITY);
  expect(errors.map(String)).toEqual(['Error: another store']);

  const closed = loop.close();
  refuse();
  await closed;
});

test('a loop that is woken polls at once', async () => {
  let polls = 0;
  const fetch = async () => {
    polls += 1;
    return [];
  };
  const loop = takeMessages({
    boss: { fetch } as unknown as PgBoss,
    queueName: 'work',
    mayTake: async () => {},
    work: async () => {},
    onError: error => expect.fail(String(error)),
  });
  const start = performance.now();
  for (let poll = 1; poll <= 20; poll++) {
    await expect.poll(() => polls, { interval: 1 }).toBeGreaterThanOrEqual(poll);
    loop.wake();
  }
  // By themselves twenty polls would take ten seconds.
  expect(performance.now() - start).toBeLessThan(5_000);
  await loop.close();
});
