import { afterAll, beforeAll, expect, test } from 'vitest';
import { parkPayment } from '../../../server/money/parked-payments.ts';
import { order, pay } from '../../support/api.ts';
import { signIn, type TestUser } from '../support/backend.ts';
import { coinsOf, createJob, ledgerOf, lookAt, waitForStatus } from '../support/jobs.ts';
import { type DeskWorld, openDeskWorld } from './run-desk.ts';

let world: DeskWorld;

beforeAll(async () => {
  world = await openDeskWorld();
});

afterAll(() => world.close());

const newJob = async (user: TestUser) => (await createJob(user)).data.train_and_generate_info;

const idOf = async (name: string) => {
  const { rows } = await world.report('user', 'find', name);
  return String(rows![0]!.user_id);
};

test('a user is found by name, order and receipt, and their story is told in the order of time', async () => {
  const ann = await signIn(world.backend, 'Ann Story');
  const { order_id } = await order(ann, 1);
  const receipt = await pay(ann, order_id);
  await ann.post('paySuccess', { order_id, receipt });
  await waitForStatus(ann, await newJob(ann), 5);

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
  const id = await idOf('Ben Gift');

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
  const id = await idOf('Cat Asked');
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
  const id = await idOf('Dan Lost');

  const { facts } = await world.report('user', 'end-sessions', id, '--reason', 'lost phone', '--yes');

  expect(facts).toEqual({ user_id: id, sessions_ended: 1 });
  // Another process than the one that revoked it trusts a token for three seconds.
  world.backend.clock.ahead += 4_000;
  expect(await dan.get('getUserInfo')).toMatchObject({ status: 401 });
  expect(await coinsOf(await signIn(world.backend, 'Dan Lost'))).toBe(50);
});

test('a deleted account is gone with its coins, and the audit still says who did it and why', async () => {
  await signIn(world.backend, 'Eve Gone');
  const id = await idOf('Eve Gone');

  await world.report('user', 'delete', id, '--reason', 'by letter', '--yes');

  expect((await world.report('user', 'find', 'Eve Gone')).rows).toEqual([]);
  const { rows } = await world.report('audit', 'list', '--subject', id);
  expect(rows).toMatchObject([{ action: 'user delete', reason: 'by letter', before: { coins: 50 } }]);
});

test('what users do themselves stands in the audit as theirs', async () => {
  const fay = await signIn(world.backend, 'Fay Leaves');
  const id = await idOf('Fay Leaves');
  await fay.post('deleteAccount');

  const { rows } = await world.report('audit', 'list', '--source', 'user');

  expect(rows).toMatchObject([{ by: id, action: 'account delete', subject: id }]);
});

test('a parked payment is credited once, by two desks at the same time', async () => {
  const gil = await signIn(world.backend, 'Gil Paid');
  const id = await idOf('Gil Paid');
  const { services } = world.backend;
  const payment = {
    receipt: 'cs_1',
    orderId: 'gone',
    amount: 1000,
    currency: 'cny',
    problem: 'the order is gone',
  };
  await parkPayment(services.db, payment, services.clock());
  expect((await world.report('parked', 'list')).rows).toMatchObject([
    { receipt: 'cs_1', amount: 10, problem: 'the order is gone', state: 'waits' },
  ]);

  const credit = ['parked', 'credit', 'cs_1', id, 'coins_100', '--reason', 'support', '--yes'];
  const codes = (await Promise.all([world.desk(...credit), world.desk(...credit)])).map(({ code }) => code);

  expect(codes.toSorted()).toEqual([0, 1]);
  expect(await ledgerOf(gil)).toMatchObject([{ change: 50 }, { change: 100 }]);
  expect(await services.metrics.registry.metrics()).toContain('tyy_payments_parked 0');
  const again = await world.desk('parked', 'refunded', 'cs_1', '--reason', 'x', '--yes');
  expect(again).toMatchObject({ code: 1, err: 'The payment cs_1 is credited already.\n' });
  const { rows } = await world.report('order', 'find', 'cs_1');
  expect(rows).toMatchObject([{ user_id: id, product: 'coins_100', status: 'paid', amount: 10 }]);
  const shown = await world.report('order', 'show', String(rows![0]!.order_id));
  expect(shown.rows).toMatchObject([{ reason: 'recharge', coins: 100, balance: 150 }]);
});

test('money that went back by hand is noted, and no longer waits', async () => {
  const { services } = world.backend;
  const payment = {
    receipt: 'cs_2',
    orderId: 'gone',
    amount: 500,
    currency: 'cny',
    problem: 'another amount',
  };
  await parkPayment(services.db, payment, services.clock());

  await world.report('parked', 'refunded', 'cs_2', '--reason', 'in the dashboard', '--yes');

  expect(await services.metrics.registry.metrics()).toContain('tyy_payments_parked 0');
});

test('a failed job is made again for nothing', async () => {
  const hal = await signIn(world.backend, 'Hal Fails');
  const { beforeReturn } = world.backend.generator;
  world.backend.generator.beforeReturn = () => Promise.reject(new Error('down'));
  const job = await newJob(hal);
  await waitForStatus(hal, job, 6);
  world.backend.generator.beforeReturn = beforeReturn;
  const { rows } = await world.report('job', 'list', '--state', 'failed');
  expect(rows).toMatchObject([
    { job: job.generate_id, state: expect.stringContaining('the coins came back') },
  ]);

  await world.report('job', 'retry', String(job.generate_id), '--reason', 'the generator was down', '--yes');

  await waitForStatus(hal, job, 5);
  expect(await coinsOf(hal)).toBe(50);
  const { facts } = await world.report('job', 'show', String(job.generate_id));
  expect(facts).toMatchObject({ state: 'finished', held: 0, photos: 1 });
});

test('the coins of a finished job are given back once, and its pictures stay', async () => {
  const ida = await signIn(world.backend, 'Ida Sad');
  const job = await newJob(ida);
  await waitForStatus(ida, job, 5);
  const giveBack = ['job', 'give-back', String(job.generate_id), '--reason', 'a hand', '--yes'];

  expect(await world.desk(...giveBack)).toMatchObject({ code: 0 });
  expect(await world.desk(...giveBack)).toMatchObject({ code: 1, err: expect.stringContaining('No coins') });

  expect(await ledgerOf(ida)).toMatchObject([
    { change: 50 },
    { change: -20 },
    { change: 20, reason: 'Returned by our support' },
  ]);
  expect(await lookAt(ida, job)).toMatchObject({ status: 5 });
});

test('a template is taken out of the list, put back, and shown before all others', async () => {
  const lea = await signIn(world.backend, 'Lea Chooses');
  const shown = async () => {
    const { data } = await lea.get('getTemplates', { page_size: 5 });
    return data.list.map(({ id }) => id);
  };
  const before = await shown();
  const third = String(before[2]);
  const why = ['--reason', 'spring', '--yes'];

  await world.report('template', 'off', third, ...why);
  expect(await shown()).not.toContain(before[2]);
  expect((await createJob(lea, undefined, before[2])).code).toBe(1004);
  await world.report('template', 'on', third, ...why);
  expect(await shown()).toEqual(before);
  await world.report('template', 'first', third, ...why);
  expect(await shown()).toEqual([before[2], before[0], before[1], before[3], before[4]]);

  const { rows } = await world.report('template', 'list', '--limit', '1');
  expect(rows).toMatchObject([{ template: before[2], on: true }]);
  expect(await world.desk('template', 'off', '99999', ...why)).toMatchObject({ code: 1 });
});

test('the audit of a month comes whole, for a spreadsheet that runs no formula of ours', async () => {
  await signIn(world.backend, 'Jo Formula');
  const id = await idOf('Jo Formula');
  await world.report('user', 'gift', id, '1', '--reason', '=HYPERLINK("http://evil")', '--yes');
  const month = new Date(world.backend.services.clock()).toISOString().slice(0, 7);

  const { out } = await world.desk('audit', 'export', '--month', month, '--csv');

  expect(out.split('\n')[0]).toBe('id,time,source,by,action,subject,reason,before,after');
  expect(out).toContain(`"'=HYPERLINK(""http://evil"")"`);
  const { rows } = await world.report('audit', 'export', '--month', month);
  expect(rows!.map(({ id }) => id)).toEqual(
    rows!.map(({ id }) => id).toSorted((a, b) => Number(a) - Number(b)),
  );
});

test('a name cannot steer the terminal, in a table or in JSON', async () => {
  await world.backend.services.db.query
    .updateTable('users')
    .set({ nickname: 'Kim \u001b[2J\u009b31m\u202Eevil' })
    .where('nickname', '=', (await signIn(world.backend, 'Kim Steers')) && 'Kim Steers')
    .execute();

  for (const { out } of await Promise.all([
    world.desk('user', 'find', 'Kim'),
    world.desk('user', 'find', 'Kim', '--json'),
  ])) {
    expect(out).toContain('Kim');
    expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  }
});

test('long lists come by pages', async () => {
  const names = ['Page One', 'Page Two', 'Page Three'];
  for (const name of names) await signIn(world.backend, name);

  const [first, second] = await Promise.all([
    world.desk('user', 'find', 'Page ', '--limit', '2', '--csv'),
    world.report('user', 'find', 'Page ', '--limit', '2', '--page', '2'),
  ]);

  expect(first.out.trim().split('\n')).toHaveLength(3);
  expect(first.err).toBe('There are more: --page 2\n');
  expect(second).toMatchObject({ rows: [{ nickname: 'Page One' }] });
  expect(second.nextPage).toBeUndefined();
});

test('help tells by example, and a slip of the finger is met with the right word', async () => {
  const [help, noun, verb, page] = await Promise.all([
    world.desk('user', 'gift', '--help'),
    world.desk('usr'),
    world.desk('parked', 'lst'),
    world.desk('job', 'list', '--limit', '0'),
  ]);

  expect(help.code).toBe(0);
  expect(help.out).toContain('desk user gift 66f0c2a1b7e94d0c8a55e1aa 20 --reason "the pictures came late"');
  expect(noun).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean user?') });
  expect(verb).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean list?') });
  expect(page).toMatchObject({ code: 2, err: expect.stringContaining('a whole number from 1 to 1000') });
});
