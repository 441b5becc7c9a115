import { afterAll, beforeAll, expect, test } from 'vitest';
import { order, pay } from '../../support/api.ts';
import { signIn } from '../support/backend.ts';
import { coinsOf, ledgerOf, waitForStatus } from '../support/jobs.ts';
import { type DeskWorld, openDeskWorld } from './desk-world.ts';

let world: DeskWorld;

beforeAll(async () => {
  world = await openDeskWorld();
});

afterAll(() => world.close());

test('a user is found by name, order and receipt, and their story is told in the order of time', async () => {
  const ann = await signIn(world.backend, 'Ann Story');
  const { order_id } = await order(ann, 1);
  const receipt = await pay(ann, order_id);
  await ann.post('paySuccess', { order_id, receipt });
  await waitForStatus(ann, await world.newJob(ann), 5);

  const [byName, byPart, byOrder, byReceipt] = await Promise.all(
    ['Ann Story', 'nn stor', order_id, receipt].map(text => world.report('user', 'find', text)),
  );
  expect(byName!.rows).toMatchObject([{ nickname: 'Ann Story', coins: 130, vip_until: null }]);
  expect([byPart, byOrder, byReceipt]).toEqual([byName, byName, byName]);

  const { facts, rows } = await world.report('user', 'show', String(byName!.rows![0]!.user_id));
  expect(facts).toMatchObject({ nickname: 'Ann Story', coins: 130 });
  const told = rows!.map(({ what, coins, balance }) => [what, coins, balance]);
  expect(told).toEqual(
    expect.arrayContaining([
      ['account created by facebook', null, null],
      ['signed in', null, null],
      ['Welcome gift', 50, 50],
      ['ordered coins_100 for 10.00 yuan', null, null],
      ['paid 10.00 yuan for coins_100', null, null],
      ['Recharge', 100, 150],
      ['gave a photo', null, null],
      [expect.stringMatching(/^asked for ".+" with 1 photos$/), null, null],
      ['Picture generation', -20, 130],
      [expect.stringMatching(/^".+": finished$/), null, null],
    ]),
  );
  const times = rows!.map(({ time }) => String(time));
  expect(times).toEqual(times.toSorted());
});

test('a gift is one row of the ledger and one of the audit, which nothing can change', async () => {
  const ben = await signIn(world.backend, 'Ben Gift');
  const id = await world.idOf('Ben Gift');

  const given = await world.report(
    'user',
    'gift',
    id,
    '20',
    '--reason',
    'late pictures',
    '--as',
    'Mia',
    '--yes',
  );

  expect(given.facts).toEqual({ user_id: id, coins: 70 });
  expect(await ledgerOf(ben)).toMatchObject([{ change: 50 }, { change: 20, reason: 'A gift from us' }]);
  const { rows } = await world.report('audit', 'list', '--subject', id);
  expect(rows).toMatchObject([
    {
      source: 'desk',
      by: 'Mia',
      action: 'user gift',
      reason: 'late pictures',
      before: { coins: 50 },
      after: { coins: 70 },
    },
  ]);
  const { query } = world.backend.services.db;
  await expect(query.updateTable('audit').set({ reason: 'x' }).execute()).rejects.toThrow('append-only');
  await expect(query.deleteFrom('audit').execute()).rejects.toThrow('append-only');
});

test('a change asks first, needs a reason, and refuses what is no number of coins', async () => {
  await signIn(world.backend, 'Cat Asked');
  const id = await world.idOf('Cat Asked');
  const gift = ['user', 'gift', id];
  const why = ['--reason', 'x'];

  const [unasked, unreasoned, blank, negative, unknown] = await Promise.all([
    world.desk(...gift, '20', ...why),
    world.desk(...gift, '20', '--yes'),
    world.desk(...gift, '20', '--yes', '--reason', ' '),
    world.desk(...gift, '--yes', ...why, '--', '-20'),
    world.desk('user', 'gift', 'nobody', '20', '--yes', ...why),
  ]);

  expect(unasked).toMatchObject({ code: 2, out: '' });
  expect(unasked.err).toBe(
    'Give 20 coins to Cat Asked, who has 50.\nNobody can be asked here: add --yes to do it.\n',
  );
  expect(unreasoned).toMatchObject({ code: 2, err: expect.stringContaining('--reason') });
  expect(blank).toMatchObject({ code: 1, err: 'A change needs --reason.\n' });
  expect(negative).toMatchObject({ code: 1, err: 'Coins are a whole number from 1 to 10000.\n' });
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('There is no user nobody') });
  expect((await world.report('user', 'show', id)).facts).toMatchObject({ coins: 50 });
});

test('a signed-out user is refused at once, and may sign in again', async () => {
  const dan = await signIn(world.backend, 'Dan Lost');
  const id = await world.idOf('Dan Lost');

  const { facts } = await world.report('user', 'end-sessions', id, '--reason', 'lost phone', '--yes');

  expect(facts).toEqual({ user_id: id, sessions_ended: 1 });
  // Another process than the one that revoked it trusts a token for three seconds.
  world.backend.clock.ahead += 4_000;
  expect(await dan.get('getUserInfo')).toMatchObject({ status: 401 });
  expect(await coinsOf(await signIn(world.backend, 'Dan Lost'))).toBe(50);
});

test('a deleted account is gone with its coins, and the audit still says who did it and why', async () => {
  await signIn(world.backend, 'Eve Gone');
  const id = await world.idOf('Eve Gone');

  await world.report('user', 'delete', id, '--reason', 'by letter', '--yes');

  expect((await world.report('user', 'find', 'Eve Gone')).rows).toEqual([]);
  const { rows } = await world.report('audit', 'list', '--subject', id);
  expect(rows).toMatchObject([{ action: 'user delete', reason: 'by letter', before: { coins: 50 } }]);
});

test('what users do themselves stands in the audit as theirs', async () => {
  const fay = await signIn(world.backend, 'Fay Leaves');
  const id = await world.idOf('Fay Leaves');
  await fay.post('deleteAccount');

  const { rows } = await world.report('audit', 'list', '--source', 'user');

  const after = { deleted: true };
  expect(rows).toMatchObject([
    { by: id, action: 'account delete', subject: id, reason: '', before: {}, after },
  ]);
});
