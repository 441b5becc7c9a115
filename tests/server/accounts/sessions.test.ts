import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBackend, signIn, type TestBackend } from '../support/backend.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await openTestBackend();
});

afterAll(() => backend.close());

test('tokens that were found are known for three seconds, each without a question to the database', async () => {
  const { sessions } = backend.services;
  const users = [await signIn(backend, 'Ann'), await signIn(backend, 'Ben')];
  const ids = await Promise.all(users.map(async user => (await user.get('getUserInfo')).data.user_id));
  const found = () => users.map(({ token }) => sessions.findUser(token));

  await Promise.all(found());
  expect(found()).toEqual(ids);
  backend.clock.ahead = 2_500;
  expect(found()).toEqual(ids);
  backend.clock.ahead = 3_000;
  for (const asked of found()) expect(asked).toBeInstanceOf(Promise);
  backend.clock.ahead = 0;
});
