import { createHash } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, expect, test } from 'vitest';
import { profileOf } from '../../../server/accounts/login.ts';
import { Sessions } from '../../../server/accounts/sessions.ts';
import { signIn, TestUser } from '../support/backend.ts';
import { coinsOf, idOf } from '../support/jobs.ts';
import { sharedBackend } from '../support/shared-backend.ts';
import { waitFor } from '../support/wait-for.ts';

const hour = 60 * 60_000;
const backend = sharedBackend();

beforeEach(() => {
  backend.clock.ahead = 0;
});

test('two sign-ins with the same name, even concurrent ones, create one user and give one welcome gift', async () => {
  const twice = await Promise.all([signIn(backend, 'Ann'), signIn(backend, ' Ann ')]);
  const ids = await Promise.all(twice.map(idOf));
  expect(ids[0]).toBe(ids[1]);
  expect(await coinsOf(twice[0]!)).toBe(50);
});

test.each([
  ['facebook', 'EAAG-something'],
  ['facebook', 'sandbox:'],
  ['facebook', `sandbox:${'x'.repeat(41)}`],
  ['wechat', 'sandbox:Ann'],
  ['constructor', 'sandbox:Ann'],
])('a sandbox sign-in as %s with the token %s is refused with code 1001', async (login_type, token) => {
  const guest = new TestUser(backend, 'none');
  expect(await guest.post('login', { login_type, token })).toMatchObject({ code: 1001, data: null });
});

test('a token expires after 90 days', async () => {
  const bob = await signIn(backend, 'Bob');
  backend.clock.ahead = 89 * 24 * 60 * 60 * 1000;
  expect((await bob.get('getUserInfo')).code).toBe(0);
  backend.clock.ahead = 91 * 24 * 60 * 60 * 1000;
  expect(await bob.get('getUserInfo')).toMatchObject({ status: 401, code: 1002 });
});

test('logging out revokes only the token of this session', async () => {
  const phone = await signIn(backend, 'Cat');
  const tablet = await signIn(backend, 'Cat');
  expect(await phone.post('logout')).toMatchObject({ code: 0 });
  expect(await phone.get('getUserInfo')).toMatchObject({ status: 401, code: 1002 });
  expect((await tablet.get('getUserInfo')).code).toBe(0);
});

test('a deleted account’s tokens are refused immediately, before its files are removed', async () => {
  const phone = await signIn(backend, 'Jim');
  const tablet = await signIn(backend, 'Jim');
  // These calls read no row of the user, so only the token check can refuse them.
  const callsOf = (user: TestUser) =>
    Promise.all([user.get('getOssStsInfo'), user.get('getTrainAndGenerateResultList')]);
  for (const user of [phone, tablet]) expect((await callsOf(user)).map(({ code }) => code)).toEqual([0, 0]);

  const { store, db } = backend.services;
  const users = () => db.query.selectFrom('users').where('nickname', '=', 'Jim').selectAll().execute();
  let goOn = () => {};
  const held = new Promise<void>(resolve => (goOn = resolve));
  const { deletePrefix } = store;
  store.deletePrefix = async prefix => {
    if ((await users()).length === 0) await held;
    return deletePrefix.call(store, prefix);
  };
  const deleting = phone.post('deleteAccount');
  await waitFor('the account to go', async () => (await users()).length === 0);
  const refused = [await callsOf(phone), await callsOf(tablet)].flat();
  goOn();
  expect((await deleting).code).toBe(0);
  store.deletePrefix = deletePrefix;

  expect(refused.map(({ code }) => code)).toEqual([1002, 1002, 1002, 1002]);
});

test('the database stores only the hash of a token', async () => {
  const ivy = await signIn(backend, 'Ivy');

  const rows = await backend.services.db.query.selectFrom('tokens').selectAll().execute();

  expect(rows.map(({ hash }) => hash)).toContain(createHash('sha256').update(ivy.token).digest('hex'));
  expect(JSON.stringify(rows)).not.toContain(ivy.token);
});

test('a token lookup during a revocation is not cached, because the token may be the revoked one', async () => {
  const sessions = new Sessions(backend.services.db, backend.services.clock);
  const { token } = await signIn(backend, 'Cleo');
  const found = sessions.findUser(token);
  sessions.removeUser('another');
  expect(await found).not.toBeNull();
  expect(sessions.findUser(token)).toBeInstanceOf(Promise);
});

test('a user has at most fifty tokens, so one more sign-in revokes the oldest token', async () => {
  const logins: TestUser[] = [];
  for (let login = 0; login < 52; login++) {
    backend.clock.ahead += 1000;
    logins.push(await signIn(backend, 'Many Phones'));
  }
  const states = await Promise.all(
    [0, 1, 2, 51].map(async index => (await logins[index]!.get('getUserInfo')).status),
  );
  expect(states).toEqual([401, 401, 200, 200]);
});

test.each([
  'http://cdn.example/ann.jpg',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg/>',
  'https://cdn\0.example/ann.jpg',
  '//cdn.example/ann.jpg',
  ' https://cdn.example/ann.jpg',
  '',
  null,
  7,
])('a profile picture with the address %j is dropped', picture => {
  expect(profileOf('Ann', picture).avatar).toBe('');
});

test.each([
  ['  Ann  ', 'Ann'],
  ['安'.repeat(41), '安'.repeat(40)],
  ['😀'.repeat(41), '😀'.repeat(40)],
  ['A\0n\u0007n\ud800', 'Ann'],
  [null, ''],
  [{ name: 'Ann' }, ''],
])('the nickname %j of a provider is stored as %j', (name, kept) => {
  expect(profileOf(name, '').nickname).toBe(kept);
});

const untilOf = async (user: TestUser) => (await user.get('getSupportAccess')).data.until;

test('support can access an account only after its user allows it, and only for one day', async () => {
  const ann = await signIn(backend, 'Ann');
  for (const allow of ['yes', null, 86_400_000])
    expect((await ann.post('allowSupport', { allow } as never)).code).toBe(1004);
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

test('support access is not extended if allowed again, ends when withdrawn, and is audited once', async () => {
  const bob = await signIn(backend, 'Bob');
  const replies = await Promise.all([1, 2, 3].map(() => bob.post('allowSupport', { allow: true })));
  backend.clock.ahead += hour;
  const later = await bob.post('allowSupport', { allow: true });
  expect(new Set([...replies, later].map(({ data }) => data.until)).size).toBe(1);

  const ends = await Promise.all([1, 2].map(() => bob.post('allowSupport', { allow: false })));
  expect(ends.map(({ data }) => data)).toEqual([{ until: null }, { until: null }]);
  expect(await untilOf(bob)).toBeNull();
  const audit = backend.services.db.query.selectFrom('audit').select(['source', 'action', 'reason']);
  const rows = await audit
    .where('subject', '=', await idOf(bob))
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { source: 'user', action: 'support allow', reason: '' },
    { source: 'user', action: 'support end', reason: '' },
  ]);
});

test('a data copy says how long support has access, and a recreated account starts without access', async () => {
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
