import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBackend, signIn, type TestBackend } from '../support/backend.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await openTestBackend();
});

afterAll(() => backend.close());

test('a subscription counts until its last moment', async () => {
  const cat = await signIn(backend, 'Cat');
  const { user_id } = (await cat.get('getUserInfo')).data;
  const ends = Date.now() + 60_000;
  await backend.services.db.query
    .updateTable('users')
    .set({ vip_level: 1, vip_expire_time: new Date(ends) })
    .where('user_id', '=', user_id)
    .execute();

  expect((await cat.get('getUserInfo')).data).toMatchObject({
    vip_level: 1,
    vip_expire_time: Math.floor(ends / 1000),
  });
  backend.clock.ahead = 60_000;
  expect((await cat.get('getUserInfo')).data).toMatchObject({ vip_level: 0, vip_expire_time: 0 });
  backend.clock.ahead = 0;
});
