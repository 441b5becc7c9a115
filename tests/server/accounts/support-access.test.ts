import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { signIn, type TestUser } from '../support/backend.ts';
import { idOf } from '../support/jobs.ts';
import { sharedBackend } from '../support/shared-backend.ts';

const hour = 60 * 60_000;

const backend = sharedBackend();

const untilOf = async (user: TestUser) => (await user.get('getSupportAccess')).data.until;

async function noted(user: TestUser): Promise<string[]> {
  const user_id = await idOf(user);
  const rows = await backend.services.db.query
    .selectFrom('audit')
    .select(['source', 'action', 'reason'])
    .where('subject', '=', user_id)
    .orderBy('id')
    .execute();
  return rows.map(({ source, action, reason }) => `${source}: ${action}${reason}`);
}

test('support has access only after the user allows it, for a day', async () => {
  const ann = await signIn(backend, 'Ann');
  expect((await ann.get('getUserInfo')).data.features).toContain('support-access');
  expect(await untilOf(ann)).toBeNull();
  const before = backend.services.clock();

  const { data } = await ann.post('allowSupport', { allow: true });

  const lasts = Date.parse(data.until!) - before;
  expect(lasts).toBeGreaterThanOrEqual(24 * hour);
  expect(lasts).toBeLessThan(24 * hour + 60_000);
  backend.clock.ahead += 23 * hour;
  expect(await untilOf(ann)).toBe(data.until);
  backend.clock.ahead += hour + 60_000;
  expect(await untilOf(ann)).toBeNull();
  expect((await ann.post('allowSupport', { allow: true })).data.until).not.toBe(data.until);
});

test('allowing access again does not prolong it, and is noted once', async () => {
  const bob = await signIn(backend, 'Bob');
  const replies = await Promise.all([1, 2, 3].map(() => bob.post('allowSupport', { allow: true })));
  backend.clock.ahead += hour;
  const later = await bob.post('allowSupport', { allow: true });

  expect(new Set([...replies, later].map(({ data }) => data.until)).size).toBe(1);
  expect(await noted(bob)).toEqual(['user: support allow']);
});

test('access is taken back at once', async () => {
  const cat = await signIn(backend, 'Cat');
  await cat.post('allowSupport', { allow: true });

  const ends = await Promise.all([1, 2].map(() => cat.post('allowSupport', { allow: false })));

  expect(ends.map(({ data }) => data)).toEqual([{ until: null }, { until: null }]);
  expect(await untilOf(cat)).toBeNull();
  expect(await noted(cat)).toEqual(['user: support allow', 'user: support end']);
});

test('only a boolean of a signed-in user is taken', async () => {
  const dan = await signIn(backend, 'Dan');
  for (const allow of ['yes', null, 86_400_000])
    expect((await dan.post('allowSupport', { allow } as never)).code).toBe(1004);
  expect(await untilOf(dan)).toBeNull();
  await dan.post('logout');
  expect((await dan.post('allowSupport', { allow: true })).code).toBe(1002);
});

test('the copy of the data contains the access and its time; a new account has none', async () => {
  const eve = await signIn(backend, 'Eve');
  const { until } = (await eve.post('allowSupport', { allow: true })).data;
  const { url } = (await eve.post('createDataCopy')).data;
  const { rawPayload } = await backend.app.inject(new URL(url).pathname);
  const copy = JSON.parse(strFromU8(unzipSync(rawPayload)['data.json']!));
  expect(copy.account.support_until).toBe(until);
  expect(copy.done).toMatchObject([{ action: 'support allow', after: { until } }]);

  await eve.post('deleteAccount');

  expect(await untilOf(await signIn(backend, 'Eve'))).toBeNull();
});
