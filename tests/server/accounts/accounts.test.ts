import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, expect, vi } from 'vitest';
import { profileOf } from '../../../server/accounts/login.ts';
import { Sessions } from '../../../server/accounts/sessions.ts';
import { photosPrefix } from '../../../server/accounts/user.ts';
import { zipOfUser } from '../../../server/data-copy/routes.ts';
import { eraseAccount } from '../../../server/erasure/erase-account.ts';
import { listen, signIn, TestUser } from '../support/backend.ts';
import { coinsOf, finishedJob, idOf } from '../support/jobs.ts';
import { sharedBackend, usersOf } from '../support/shared-backend.ts';
import { waitFor } from '../support/wait-for.ts';

const hour = 60 * 60_000;
const backend = sharedBackend();
const test = usersOf(backend);

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

test('a token expires after 90 days', async ({ bob }) => {
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

test('the database stores only the hash of a token', async ({ ivy }) => {
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

test('support can access an account only after its user allows it, and only for one day', async ({ ann }) => {
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
  const bob = await signIn(backend, 'Bob 1');
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

async function withPics(name: string): Promise<TestUser> {
  const user = await signIn(backend, name);
  await finishedJob(user);
  return user;
}

const addressOf = async (user: TestUser) => new URL((await user.post('createDataCopy')).data.url).pathname;
const open = (path: string) => backend.app.inject(path);

test('a data copy contains all data of its user and no data of other users', async () => {
  const [ann] = await Promise.all([withPics('Ann Copied'), withPics('Other')]);
  const response = await open(await addressOf(ann));
  expect(response.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
  const files = unzipSync(response.rawPayload);
  const names = Object.keys(files);
  expect(names.filter(name => name.startsWith('photos/'))).toEqual(['photos/photo_0.jpg']);
  expect(names.filter(name => name.startsWith('pictures/'))).toHaveLength(4);
  const data = JSON.parse(strFromU8(files['data.json']!));
  expect(data.account.nickname).toBe('Ann Copied');
  expect(data.ledger).toHaveLength(2);
  expect(data.jobs).toHaveLength(1);
  expect(strFromU8(files['data.json']!)).not.toContain('Other');
  for (const bytes of Object.values(files)) expect(bytes.length).toBeGreaterThan(100);
});

test('a data copy’s address expires after a day, a newer copy, a logout or the account’s deletion', async () => {
  const eve = await withPics('Eve Copied');
  const first = await addressOf(eve);
  const second = await addressOf(eve);
  expect((await open(first)).statusCode).toBe(404);
  expect((await open(second)).statusCode).toBe(200);
  backend.clock.ahead += 25 * 60 * 60_000;
  expect((await open(second)).statusCode).toBe(404);

  const third = await addressOf(eve);
  await eve.post('logout');
  expect((await open(third)).statusCode).toBe(404);

  const again = await signIn(backend, 'Eve Copied');
  const fourth = await addressOf(again);
  await again.post('deleteAccount');
  expect((await open(fourth)).statusCode).toBe(404);
  expect((await open('/data-copy/none.zip')).statusCode).toBe(404);
});

test('downloading a new data copy aborts the same user’s previous download', async ({ ann }) => {
  const photo = randomBytes(15_000_000);
  await backend.services.store.put(`${photosPrefix(await idOf(ann))}large.jpg`, photo, 'image/jpeg');
  const origin = await listen(backend);
  const begin = async () => {
    const [response] = await once(get(origin + (await addressOf(ann)), { agent: false }), 'response');
    return response.on('error', () => {}) as IncomingMessage;
  };
  const [first, second] = [(await begin()).pause(), await begin()];
  const chunks: Buffer[] = [];
  for await (const chunk of second) chunks.push(chunk);
  expect(unzipSync(Buffer.concat(chunks))['photos/large.jpg']).toHaveLength(photo.length);
  first.resume();
  await vi.waitFor(() => expect(first.destroyed).toBe(true), 5_000);
  expect(first.complete).toBe(false);
});

test('a data copy made while its account is deleted is a valid ZIP without the deleted files', async () => {
  const dan = await withPics('Dan Copied');
  const user_id = await idOf(dan);
  const pieces: Uint8Array[] = [];
  for await (const piece of zipOfUser(backend.services, user_id)) {
    if (pieces.length === 0) await eraseAccount(backend.services, user_id, async () => {});
    pieces.push(piece);
  }
  expect(Object.keys(unzipSync(Buffer.concat(pieces)))).toEqual(['data.json']);
});

test('a data copy lists the files that were too large to include', async () => {
  const fay = await withPics('Fay Copied');
  const user_id = await idOf(fay);
  const pieces: Uint8Array[] = [];
  for await (const piece of zipOfUser(backend.services, user_id, 1)) pieces.push(piece);
  const files = unzipSync(Buffer.concat(pieces));
  expect(Object.keys(files)).toEqual(['data.json', 'left-out.txt']);
  expect(strFromU8(files['left-out.txt']!).split('\n')).toHaveLength(5);
});
