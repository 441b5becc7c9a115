import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runVerb } from '../../../server/desk/run-verb.ts';
import { buy } from '../../support/api/api.ts';
import { signIn } from '../support/backend.ts';
import { sharedBackend } from '../support/shared-backend.ts';
import { runDesk } from './desk-world.ts';

const backend = sharedBackend();

async function sumsOf(month?: string) {
  const values: Record<string, string> = month ? { month } : {};
  const request = { verb: 'sums', values, page: 1, limit: 50, doneBy: 'test', reason: '' };
  const response = await runVerb(backend.services, request, true);
  if (!('report' in response)) throw new Error(JSON.stringify(response));
  return response.report;
}

test('sums of payments and refunds are exact to the cent, and months end at the exact millisecond', async () => {
  const takings: [string, string, number][] = [
    ['2024-01-31T23:59:59.999Z', 'stripe', 700],
    ['2024-02-01T00:00:00.000Z', 'stripe', 1999],
    ['2024-02-14T08:00:00.000Z', 'stripe', 10],
    ['2024-02-14T08:00:00.000Z', 'stripe', 20],
    ['2024-02-15T08:00:00.000Z', 'stripe', -300],
    ['2024-02-29T23:59:59.999Z', 'sandbox', 5],
    ['2024-03-01T00:00:00.000Z', 'stripe', 900],
  ];
  const rows = takings.map(([time, provider, amount], index) => {
    return { time: new Date(time), provider, order_id: String(index), amount, coins: 0, days: 0 };
  });
  await backend.services.db.query.insertInto('takings').values(rows).execute();

  expect((await sumsOf('2024-01')).rows).toMatchObject([{ orders: 1, sold_yuan: 7 }]);
  expect((await sumsOf('2024-02')).rows).toEqual([
    { channel: 'sandbox', orders: 1, sold_yuan: 0.05, returned_yuan: 0, kept_yuan: 0.05 },
    { channel: 'stripe', orders: 3, sold_yuan: 20.29, returned_yuan: 3, kept_yuan: 17.29 },
  ]);
  expect((await sumsOf('2024-03')).rows).toMatchObject([{ orders: 1, sold_yuan: 9 }]);
});

test('payments of deleted accounts still count, but their unspent coins and days do not', async () => {
  const ann = await signIn(backend, 'Ann');
  const bob = await signIn(backend, 'Bob');
  await buy(ann, 1);
  await buy(bob, 101);
  const month = new Date(backend.services.clock()).toISOString().slice(0, 7);

  expect(await sumsOf()).toEqual({
    facts: { month, coins_owed: 200, vip_days_owed: 30, parked: 'nothing' },
    rows: [{ channel: 'sandbox', orders: 2, sold_yuan: 35, returned_yuan: 0, kept_yuan: 35 }],
  });
  await ann.post('deleteAccount');
  expect(await sumsOf(month)).toMatchObject({
    facts: { coins_owed: 50 },
    rows: [{ orders: 2, sold_yuan: 35 }],
  });
});

test('without a running server the desk opens the database itself, or names the process that uses it', async () => {
  await signIn(backend, 'Ann Alone');
  const { dataDir: DATA_DIR, databaseUrl } = backend.services.config;
  const environment = { DATA_DIR, DATABASE_URL: databaseUrl ?? '' };

  const { code, out, err } = await runDesk(environment, ['user', 'find', 'Ann', '--csv']);

  if (databaseUrl === null) {
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`is using ${DATA_DIR}`) });
  } else {
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(',Ann Alone,facebook,50,,') });
  }
});

test('the desk command does not create a missing database', async () => {
  const DATA_DIR = join(backend.services.config.dataDir, 'no-data');

  const run = await runDesk({ DATA_DIR, DATABASE_URL: '' }, ['user', 'find', 'Ann']);

  expect(run).toEqual({
    code: 1,
    out: '',
    err: `There is no database in ${DATA_DIR}; set DATA_DIR or DATABASE_URL as for the server.\n`,
  });
});
