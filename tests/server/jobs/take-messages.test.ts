import type PgBoss from 'pg-boss';
import { expect, test } from 'vitest';
import { takeMessages } from '../../../server/jobs/take-messages.ts';

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
