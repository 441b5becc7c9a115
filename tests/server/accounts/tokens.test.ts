import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBackend, signIn, type TestBackend, type TestUser } from '../support/backend.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

test('of one user the newest fifty tokens open the account', async () => {
  const names = Array.from({ length: 52 }, () => 'Many Phones');
  const logins: TestUser[] = [];
  for (const name of names) {
    backend.clock.ahead += 1000;
    logins.push(await signIn(backend, name));
  }
  const states = await Promise.all(
    [0, 1, 2, 51].map(async index => (await logins[index]!.get('getUserInfo')).status),
  );
  expect(states).toEqual([401, 401, 200, 200]);
  backend.clock.ahead = 0;
});
