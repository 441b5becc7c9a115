import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Sessions } from '../../../server/accounts/sessions.ts';
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

test('a token that is revoked while it is looked up is not remembered, whatever else ends at that moment', async () => {
  const { db, clock } = backend.services;
  const { token } = await signIn(backend, 'Cleo');
  let letGo = () => {};
  const isHeld = new Promise<void>(resolve => (letGo = resolve));
  let results = 0;
  const holdFirst: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      results += 1;
      if (results === 1) await isHeld;
      return result;
    },
  };
  const sessions = new Sessions({ ...db, query: db.query.withPlugin(holdFirst) }, clock);
  const asked = sessions.findUser(token);
  await vi.waitFor(() => expect(results).toBe(1));

  await sessions.revoke(token);
  sessions.removeUser('somebody else');
  letGo();

  expect(await asked).not.toBeNull();
  expect(await sessions.findUser(token)).toBeNull();
});
