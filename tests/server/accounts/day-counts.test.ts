import { afterAll, beforeAll, expect, test } from 'vitest';
import { addToDay, countOfDay, forgetDays } from '../../../server/accounts/day-counts.ts';
import { openTestBackend, signIn, type TestBackend } from '../support/backend.ts';

const day = 24 * 60 * 60_000;
let backend: TestBackend;

beforeAll(async () => {
  backend = await openTestBackend();
});

afterAll(() => backend.close());

test('what is counted of a day is forgotten when the day after it is over, and not before', async () => {
  const { query } = backend.services.db;
  const { user_id } = (await (await signIn(backend, 'Ann')).get('getUserInfo')).data;
  const now = Date.now();
  const counts = () =>
    Promise.all([0, 1, 2].map(ago => countOfDay(query, 'previews', user_id, new Date(now - ago * day))));
  for (const ago of [0, 1, 2]) {
    await addToDay(query, 'previews', user_id, { time: new Date(now - ago * day), more: 3 });
    await addToDay(query, 'previews', user_id, { time: new Date(now - ago * day), more: 1 });
  }

  await forgetDays({ db: { query }, clock: () => now });
  expect(await counts()).toEqual([4, 4, 0]);
  await forgetDays({ db: { query }, clock: () => now + day });
  expect(await counts()).toEqual([4, 0, 0]);
});
