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

/** A query whose rows come only after `isHeld`; the connection is free before. */
function holdRows<Q extends object>(query: Q, isHeld: Promise<void>, onRows: () => void): Q {
  return new Proxy(query, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]) => {
        const result = member.apply(target, values);
        if (name !== 'execute') return holdRows(result, isHeld, onRows);
        return result.then(async (rows: unknown) => {
          onRows();
          await isHeld;
          return rows;
        });
      };
    },
  });
}

test('a token that is revoked while it is looked up is not remembered, whatever else ends at that moment', async () => {
  const { db, clock } = backend.services;
  const { token } = await signIn(backend, 'Cleo');
  let letGo = () => {};
  const isHeld = new Promise<void>(resolve => (letGo = resolve));
  const found = vi.fn();
  const query = {
    selectFrom: (table: 'tokens') => holdRows(db.query.selectFrom(table), isHeld, found),
    deleteFrom: (table: 'tokens') => db.query.deleteFrom(table),
  };
  const sessions = new Sessions({ ...db, query } as unknown as typeof db, clock);
  const asked = sessions.findUser(token);
  await vi.waitFor(() => expect(found).toHaveBeenCalled(), 10_000);

  await sessions.revoke(token);
  sessions.removeUser('somebody else');
  letGo();

  expect(await asked).not.toBeNull();
  expect(await sessions.findUser(token)).toBeNull();
});
