import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parkPayment } from '../../../server/money/parked-payments.ts';
import { signIn } from '../support/backend.ts';
import { coinsOf, createJob, ledgerOf, lookAt, waitForStatus } from '../support/jobs.ts';
import { type DeskWorld, openDeskWorld } from './desk-world.ts';

let world: DeskWorld;

beforeAll(async () => {
  world = await openDeskWorld();
});

afterAll(() => world.close());

test('a parked payment is credited once, by two desks at the same time', async () => {
  const gil = await signIn(world.backend, 'Gil Paid');
  const id = await world.idOf('Gil Paid');
  const { services } = world.backend;
  const payment = {
    receipt: 'cs_1',
    provider: 'stripe',
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
    provider: 'stripe',
    orderId: 'gone',
    amount: 500,
    currency: 'cny',
    problem: 'another amount',
  };
  await parkPayment(services.db, payment, services.clock());

  await world.report('parked', 'refunded', 'cs_2', '--reason', 'in the dashboard', '--yes');

  expect(await services.metrics.registry.metrics()).toContain('tyy_payments_parked 0');
});

test.each([
  ['jpy', 1200, 1200, '1200 JPY'],
  ['krw', 15_000, 15_000, '15000 KRW'],
  ['kwd', 1250, 1.25, '1.250 KWD'],
  ['usd', 1250, 12.5, '12.50 USD'],
  ['', 0, 0, '0.00'],
])('parked money in %s is shown with the decimals of its currency', async (currency, amount, shown, text) => {
  const { services } = world.backend;
  const receipt = `cs_in_${currency}`;
  const payment = { receipt, provider: 'stripe', orderId: 'gone', amount, currency, problem: 'foreign' };
  await parkPayment(services.db, payment, services.clock());

  const { rows } = await world.report('parked', 'list');
  expect(rows!.find(row => row.receipt === receipt)).toMatchObject({ amount: shown });
  const user = await world.idOf('Gil Paid');
  const credit = await world.desk('parked', 'credit', receipt, user, 'coins_100', '--reason', 'x', '--yes');
  expect(credit.err).toContain(`Prices are in yuan: ${text} cannot be credited`);
  expect((await world.report('sums', '--month', '2026-01')).facts!.parked).toContain(text);
  await world.report('parked', 'refunded', receipt, '--reason', 'x', '--yes');
});

test('a failed job is made again for nothing', async () => {
  const hal = await signIn(world.backend, 'Hal Fails');
  const { beforeReturn } = world.backend.generator;
  world.backend.generator.beforeReturn = () => Promise.reject(new Error('down'));
  const job = await world.newJob(hal);
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
  const job = await world.newJob(ida);
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

test('a reported picture is listed, hidden, and shown again', async () => {
  const kay = await signIn(world.backend, 'Kay Reported');
  const { generate_id } = await waitForStatus(kay, await world.newJob(kay), 5);
  const [pic] = (await kay.get('getUserPicsByGenerateId', { generate_id })).data.list;
  const { data: card } = await kay.post('createShareCard', { generate_id, pic_id: pic!.id });
  const { data } = await kay.post('reportPic', {
    generate_id,
    pic_id: pic!.id,
    reason: 'other',
    words: '=1+1',
  });
  const statusOf = async () => (await world.backend.app.inject(new URL(card.page_url).pathname)).statusCode;

  expect((await world.report('report', 'list')).rows).toMatchObject([
    { report: data.receipt, picture: pic!.id, reason: 'other', words: '=1+1', state: 'waits', hidden: false },
  ]);
  const shown = await world.report('report', 'show', data.receipt, '--reason', 'to decide', '--yes');
  expect(shown.facts).toMatchObject({ report: data.receipt, state: 'waits', words: '=1+1' });
  const [{ file }] = shown.rows as [{ file: string }];
  expect(file).toBe(`report-${data.receipt}.jpg`);
  expect((await readFile(join(world.folder, file))).subarray(0, 2).toString('hex')).toBe('ffd8');

  const dismiss = ['report', 'dismiss', data.receipt, '--reason', 'a quarrel', '--yes'];
  expect((await world.report(...dismiss)).facts).toMatchObject({ picture: pic!.id, state: 'kept' });
  expect(await world.desk(...dismiss)).toMatchObject({
    code: 1,
    err: `The report ${data.receipt} is closed already.\n`,
  });
  expect(await statusOf()).toBe(200);

  await world.report('report', 'hide', data.receipt, '--reason', 'shows somebody else', '--yes');
  expect(await statusOf()).toBe(404);
  await world.report('report', 'restore', data.receipt, '--reason', 'a mistake', '--yes');
  expect(await statusOf()).toBe(200);
  const { rows } = await world.report('audit', 'list');
  const actions = ['report restore', 'report hide', 'report dismiss', 'report show'];
  expect(rows!.slice(0, 4).map(({ action }) => action)).toEqual(actions);
  const unknown = await world.desk('report', 'hide', '0000-0000-0000', '--reason', 'x', '--yes');
  expect(unknown).toMatchObject({
    code: 1,
    err: 'There is no report 0000-0000-0000; "report list" shows them.\n',
  });
});
