import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parkPayment } from '../../../server/money/payment-provider.ts';
import { order } from '../../support/api/api.ts';
import { signIn } from '../support/backend.ts';
import { forFile } from '../support/for-file.ts';
import {
  coinsOf,
  createJob,
  finishedJob,
  idOf,
  ledgerOf,
  lookAt,
  picsOf,
  waitForStatus,
} from '../support/jobs.ts';
import { openDeskWorld } from './desk-world.ts';

const world = await forFile(openDeskWorld());

/** Adds a payment that waits for the operator. */
function park(
  receipt: string,
  problem: string,
  amount: number,
  currency = 'cny',
  orderId = 'gone',
): Promise<unknown> {
  const { db, clock } = world.backend.services;
  const payment = { receipt, provider: 'stripe', orderId, amount, currency, problem };
  return parkPayment(db, payment, clock());
}

test('a parked payment is credited once, even by two operators at once, or closed as refunded', async () => {
  const gil = await signIn(world.backend, 'Gil Paid');
  const id = await idOf(gil);
  const { services } = world.backend;
  await park('cs_1', 'the order is gone', 1000);
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

  await park('cs_2', 'another amount', 500);
  await world.report('parked', 'refunded', 'cs_2', '--reason', 'in the dashboard', '--yes');
  expect(await services.metrics.registry.metrics()).toContain('tyy_payments_parked 0');
});

test('a payment that was not credited is found by its order, its receipt and its user', async () => {
  const mel = await signIn(world.backend, 'Mel Waits');
  const id = await idOf(mel);
  const { order_id } = await order(mel, 1);
  await park('cs_mel', 'another amount', 500, 'cny', order_id);
  const words = 'paid 5.00 CNY, not credited: another amount (waits)';

  for (const text of [order_id, 'cs_mel', id])
    expect((await world.report('order', 'find', text)).rows).toMatchObject([{ order_id, parked: words }]);
  expect((await world.report('order', 'show', order_id)).facts).toMatchObject({ parked: words });
  expect((await world.report('user', 'find', 'cs_mel')).rows).toMatchObject([{ user_id: id }]);
  const { rows } = await world.report('user', 'show', id);
  expect(rows).toContainEqual(expect.objectContaining({ what: words, about: 'cs_mel' }));

  await park('cs_lost', 'the order is gone', 500);
  expect((await world.report('order', 'find', 'cs_lost')).rows).toMatchObject([
    { order_id: 'gone', parked: 'paid 5.00 CNY, not credited: the order is gone (waits)' },
  ]);
  for (const receipt of ['cs_mel', 'cs_lost'])
    await world.report('parked', 'refunded', receipt, '--reason', 'x', '--yes');
});

test('the operator can erase a user’s photos, and the pictures stay', async () => {
  const ned = await signIn(world.backend, 'Ned Photos');
  const id = await idOf(ned);
  const job = await finishedJob(ned);
  const erased = await world.report('user', 'erase-photos', id, '--reason', 'a letter', '--yes');
  expect(erased.facts).toEqual({ user_id: id, photos_erased: 1 });
  expect((await ned.get('getPhotos')).data.list).toEqual([]);
  expect(await lookAt(ned, job)).toMatchObject({ status: 5 });
  expect((await world.report('audit', 'list', '--subject', id)).rows).toMatchObject([
    { action: 'user erase-photos', before: { photos: 1 }, after: { photos: 0 } },
  ]);
});

test('parked payments show the decimals of their currency, and only yuan can be credited', async () => {
  const shown = [
    ['jpy', 1200, 1200, '1200 JPY'],
    ['krw', 15_000, 15_000, '15000 KRW'],
    ['kwd', 1250, 1.25, '1.250 KWD'],
    ['usd', 1250, 12.5, '12.50 USD'],
    ['', 0, 0, '0.00'],
  ] as const;
  for (const [currency, amount] of shown) await park(`cs_in_${currency}`, 'foreign', amount, currency);

  const { rows } = await world.report('parked', 'list');
  const { parked } = (await world.report('sums', '--month', '2026-01')).facts!;
  for (const [currency, , amount, text] of shown) {
    expect(rows!.find(({ receipt }) => receipt === `cs_in_${currency}`)).toMatchObject({ amount });
    expect(parked).toContain(text);
  }
  const user = await idOf(await signIn(world.backend, 'Gil Paid'));
  const credit = ['parked', 'credit', 'cs_in_kwd', user, 'coins_100', '--reason', 'x', '--yes'];
  expect((await world.desk(...credit)).err).toContain('Prices are in yuan: 1.250 KWD cannot be credited');
});

test('the operator can retry a failed job without charging coins', async () => {
  const hal = await signIn(world.backend, 'Hal Fails');
  const { beforeReturn } = world.backend.generator;
  world.backend.generator.beforeReturn = () => Promise.reject(new Error('down'));
  const { data } = await createJob(hal);
  const job = await waitForStatus(hal, data.train_and_generate_info, 6);
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

test('the coins of a finished job are returned only once, and its pictures remain', async () => {
  const ida = await signIn(world.backend, 'Ida Sad');
  const job = await finishedJob(ida);
  const giveBack = ['job', 'give-back', String(job.generate_id), '--reason', 'a hand', '--yes'];

  expect(await world.desk(...giveBack)).toMatchObject({ code: 0 });
  expect(await world.desk(...giveBack)).toMatchObject({ code: 1, err: expect.stringContaining('No coins') });

  expect(await ledgerOf(ida)).toMatchObject([
    { change: 50 },
    { change: -20 },
    { change: 20, reason: 'Returned by support' },
  ]);
  expect(await lookAt(ida, job)).toMatchObject({ status: 5 });
});

test('the operator can remove a template from the list, restore it, and move it to the first place', async () => {
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
  await finishedJob(lea, before[4]);
  const byFinished = (await world.report('template', 'list', '--sort', 'finished')).rows!;
  const counts = byFinished.map(({ finished }) => Number(finished));
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  expect(byFinished.find(({ template }) => template === before[4])).toMatchObject({ finished: 1 });
  const titles = (await world.report('template', 'list', '--sort', 'title')).rows!.map(({ title }) => title);
  expect(titles).toEqual(titles.toSorted((a, b) => String(a).localeCompare(String(b))));
  expect(await world.desk('template', 'off', '99999', ...why)).toMatchObject({ code: 1 });
});

test('the operator can list, hide and restore a reported picture', async () => {
  const kay = await signIn(world.backend, 'Kay Reported');
  const { generate_id } = await finishedJob(kay);
  const [pic] = await picsOf(kay, { generate_id });
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
});
