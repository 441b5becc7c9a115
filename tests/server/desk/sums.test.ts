import { expect, test } from 'vitest';
import { runVerb } from '../../../server/desk/run-verb.ts';
import { order, pay } from '../../support/api/api.ts';
import { signIn } from '../support/backend.ts';
import { sharedBackend } from '../support/shared-backend.ts';

const backend = sharedBackend();

async function sumsOf(month: string) {
  const request = { verb: 'sums', values: { month }, page: 1, limit: 50, doneBy: 'test', reason: '' };
  const response = await runVerb(backend.services, request, true);
  if (!('report' in response)) throw new Error(JSON.stringify(response));
  return response.report;
}

test('100,000 made-up rows add up to the cent, each in its month, on both sides of its ends', async () => {
  const { query } = backend.services.db;
  const months = ['2024-01', '2024-02', '2024-03'];
  const expected: Record<string, { orders: number; sold: number; returned: number }> = {};
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const rows = Array.from({ length: 100_000 }, (_, index) => {
    const month = months[random(3)]!;
    const provider = ['stripe', 'sandbox'][random(2)]!;
    const amount = random(5) === 0 ? -1 - random(20_000) : 1 + random(20_000);
    const start = Date.parse(`${month}-01T00:00:00Z`);
    // One payment in ten is at the first millisecond of its month, and one in ten at the last.
    const end = Date.UTC(2024, Number(month.slice(5)), 1) - 1;
    const time = [start, end][random(10)] ?? start + random(28 * 86_400_000);
    const sum = expected[`${month} ${provider}`] ?? { orders: 0, sold: 0, returned: 0 };
    expected[`${month} ${provider}`] = sum;
    if (amount > 0) sum.orders += 1;
    if (amount > 0) sum.sold += amount;
    else sum.returned -= amount;
    return { time: new Date(time), provider, order_id: String(index), amount, coins: 0, days: 0 };
  });
  for (let from = 0; from < rows.length; from += 5_000) {
    await query
      .insertInto('takings')
      .values(rows.slice(from, from + 5_000))
      .execute();
  }

  for (const month of months) {
    const { rows } = await sumsOf(month);
    expect(rows).toEqual(
      ['sandbox', 'stripe'].map(provider => {
        const { orders, sold, returned } = expected[`${month} ${provider}`]!;
        return {
          provider,
          orders,
          sold: sold / 100,
          returned: returned / 100,
          kept: (sold - returned) / 100,
        };
      }),
    );
  }
});

test('what was paid counts in its month, also when the account is gone; what is owed is what is there', async () => {
  const ann = await signIn(backend, 'Ann');
  const bob = await signIn(backend, 'Bob');
  for (const [user, config] of [
    [ann, 1],
    [bob, 101],
  ] as const) {
    const { order_id } = await order(user, config);
    await user.post('paySuccess', { order_id, receipt: await pay(user, order_id) });
  }
  const month = new Date(backend.services.clock()).toISOString().slice(0, 7);

  expect(await sumsOf(month)).toEqual({
    facts: { coins_owed: 200, vip_days_owed: 30, parked: 'nothing' },
    rows: [{ provider: 'sandbox', orders: 2, sold: 35, returned: 0, kept: 35 }],
  });
  await ann.post('deleteAccount');
  expect(await sumsOf(month)).toMatchObject({ facts: { coins_owed: 50 }, rows: [{ orders: 2, sold: 35 }] });
});
