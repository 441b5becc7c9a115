import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { addToDay, countOfDay, forgetDays } from '../../../server/accounts/day-counts.ts';
import { profileOf } from '../../../server/accounts/login.ts';
import { Sessions } from '../../../server/accounts/sessions.ts';
import { order, pay } from '../../support/api.ts';
import { openTestBackend, signIn, TestUser } from '../support/backend.ts';
import { coinsOf, createJob, uploadPhotos, waitForStatus } from '../support/jobs.ts';
import { sharedBackend } from '../support/shared-backend.ts';
import { waitFor } from '../support/wait-for.ts';

const backend = sharedBackend();

async function userIdOf(user: TestUser): Promise<string> {
  return (await user.get('getUserInfo')).data.user_id;
}

test('the same name is the same user, with one welcome gift, also when signing in twice at once', async () => {
  const twice = await Promise.all([signIn(backend, 'Ann'), signIn(backend, ' Ann ')]);
  const ids = await Promise.all(twice.map(userIdOf));
  expect(ids[0]).toBe(ids[1]);
  expect(await coinsOf(twice[0]!)).toBe(50);
});

test.each([
  ['facebook', 'EAAG-something'],
  ['facebook', 'sandbox:'],
  ['facebook', `sandbox:${'x'.repeat(41)}`],
  ['wechat', 'sandbox:Ann'],
  ['constructor', 'sandbox:Ann'],
])('a %s token %s is refused with 1001', async (login_type, token) => {
  const guest = new TestUser(backend, 'none');
  expect(await guest.post('login', { login_type, token })).toMatchObject({ code: 1001, data: null });
});

test('a token ends after 90 days', async () => {
  const bob = await signIn(backend, 'Bob');
  backend.clock.ahead = 89 * 24 * 60 * 60 * 1000;
  expect((await bob.get('getUserInfo')).code).toBe(0);
  backend.clock.ahead = 91 * 24 * 60 * 60 * 1000;
  expect(await bob.get('getUserInfo')).toMatchObject({ status: 401, code: 1002 });
  backend.clock.ahead = 0;
});

test('logging out makes this token worthless and no other', async () => {
  const phone = await signIn(backend, 'Cat');
  const tablet = await signIn(backend, 'Cat');
  expect(await phone.post('logout')).toMatchObject({ code: 0 });
  expect(await phone.get('getUserInfo')).toMatchObject({ status: 401, code: 1002 });
  expect((await tablet.get('getUserInfo')).code).toBe(0);
});

test('a token that another process revoked ends here within three seconds', async () => {
  const eli = await signIn(backend, 'Eli');
  expect((await eli.get('getTrainAndGenerateResultList')).code).toBe(0);
  const hash = createHash('sha256').update(eli.token).digest('hex');
  await backend.services.db.query.deleteFrom('tokens').where('hash', '=', hash).execute();

  backend.clock.ahead = 3000;
  expect(await eli.get('getTrainAndGenerateResultList')).toMatchObject({ status: 401, code: 1002 });
  backend.clock.ahead = 0;
});

test('upload credentials name the own prefix', async () => {
  const dan = await signIn(backend, 'Dan');
  const { data } = await dan.get('getOssStsInfo');
  expect(data).toMatchObject({
    bucket: 'tyy-photos',
    region: 'oss-cn-hangzhou',
    prefix: `photos/${await userIdOf(dan)}/`,
  });
});

test('all photos and pics can be deleted: rows and objects are gone, coins stay', async () => {
  const eve = await signIn(backend, 'Eve');
  const [photo] = await uploadPhotos(eve);
  const created = await createJob(eve);
  const job = await waitForStatus(eve, created.data.train_and_generate_info, 5);
  const { store } = backend.services;
  const photoKey = new URL(photo!).pathname.replace('/tyy-photos/', '');
  const picKey = new URL(job.cover_url).pathname.replace('/pictures/', '');
  expect(await store.get(photoKey)).not.toBeNull();
  expect(await store.get(picKey)).not.toBeNull();

  expect(await eve.post('deleteAllPics')).toMatchObject({ code: 0 });
  expect(await store.get(photoKey)).toBeNull();
  expect(await store.get(picKey)).toBeNull();
  expect((await eve.get('getTrainAndGenerateResultList')).data.list).toEqual([]);
  expect((await eve.get('getPersonalPics')).data.list).toEqual([]);
  expect(await coinsOf(eve)).toBe(30);
});

test('a deleted account leaves no row and no object, and signing in again starts anew', async () => {
  const fay = await signIn(backend, 'Fay');
  const userId = await userIdOf(fay);
  const bystander = await signIn(backend, 'Gus');
  const created = await createJob(fay);
  const job = await waitForStatus(fay, created.data.train_and_generate_info, 5);
  const { order_id } = await order(fay, 1);
  const receipt = await pay(fay, order_id);
  await fay.post('paySuccess', { order_id, receipt });
  const picKey = new URL(job.cover_url).pathname.replace('/pictures/', '');

  expect(await fay.post('deleteAccount')).toMatchObject({ code: 0 });
  expect(await fay.get('getUserInfo')).toMatchObject({ status: 401, code: 1002 });
  expect(await backend.services.store.get(picKey)).toBeNull();

  const { query } = backend.services.db;
  for (const table of [
    'users',
    'tokens',
    'coin_statements',
    'jobs',
    'pics',
    'orders',
    'ad_rewards',
  ] as const) {
    const rows = await query.selectFrom(table).select('user_id').where('user_id', '=', userId).execute();
    expect(rows, table).toEqual([]);
  }
  const payments = await query
    .selectFrom('sandbox_payments')
    .selectAll()
    .where('receipt', '=', receipt)
    .execute();
  expect(payments).toEqual([]);
  expect(await coinsOf(bystander)).toBe(50);

  const anew = await signIn(backend, 'Fay');
  expect(await userIdOf(anew)).not.toBe(userId);
  expect(await coinsOf(anew)).toBe(0);
});

test('from the moment an account is gone its tokens are refused by every call, while its files still go', async () => {
  const phone = await signIn(backend, 'Jim');
  const tablet = await signIn(backend, 'Jim');
  // These calls read no row of the user: only the token is checked.
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

test('a token is kept only as its hash', async () => {
  const ivy = await signIn(backend, 'Ivy');

  const rows = await backend.services.db.query.selectFrom('tokens').selectAll().execute();

  const own = createHash('sha256').update(ivy.token).digest('hex');
  expect(rows.map(({ hash }) => hash)).toContain(own);
  expect(JSON.stringify(rows)).not.toContain(ivy.token);
});

test('outside the sandbox nobody signs in by name, and the sandbox is not there', async () => {
  const strict = await openTestBackend({ NODE_ENV: 'production', AI_LABEL: '0' });
  const guest = new TestUser(strict, 'none');
  const response = await guest.post('login', { login_type: 'facebook', token: 'sandbox:Ann' });
  const page = await strict.app.inject('/sandbox/login');
  await strict.close();
  expect(response.code).toBe(1001);
  expect(page.statusCode).toBe(404);
});

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

/** A query whose rows arrive only after `isHeld`; the connection is free before. */
function pauseRows<Q extends object>(query: Q, isHeld: Promise<void>, onRows: () => void): Q {
  return new Proxy(query, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]) => {
        const result = member.apply(target, values);
        if (name !== 'execute') return pauseRows(result, isHeld, onRows);
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
    selectFrom: (table: 'tokens') => pauseRows(db.query.selectFrom(table), isHeld, found),
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

const day = 24 * 60 * 60_000;

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
])('a picture at %j is not shown', picture => {
  expect(profileOf('Ann', picture).avatar).toBe('');
});

test.each([
  ['  Ann  ', 'Ann'],
  ['安'.repeat(41), '安'.repeat(40)],
  ['😀'.repeat(41), '😀'.repeat(40)],
  ['A\0n\u0007n\ud800', 'Ann'],
  [null, ''],
  [{ name: 'Ann' }, ''],
])('of the name %j only what fits is kept', (name, kept) => {
  expect(profileOf(name, '').nickname).toBe(kept);
});
