import { sql } from 'kysely';
import { addToHour } from '../accounts/day-counts.ts';
import { hashOf } from '../accounts/tokens.ts';
import { limits } from '../contract/limits.ts';
import type { Database } from '../db/database.ts';
import { Busy, wrongParameter } from '../http/api-error.ts';
import type { Payment } from './payment-provider.ts';

const hour = 60 * 60_000;

/** A receipt that a provider confirms counts a twentieth of one that none confirms. */
const weights = { unconfirmed: 20, confirmed: 1 };
/** How often in a minute a receipt is asked about that nobody confirms: it may be paid at this moment. */
const mostTries = 3;
const mostAnHour = weights.unconfirmed * limits.unconfirmedReceiptsAnHour;

interface Parts {
  db: Database;
  clock: () => number;
}

/** A receipt that a user hands in. */
interface HandedIn {
  userId: string;
  receipt: string;
  orderId: string | null;
}

/**
 * Asks the payment providers about a receipt, by `ask`; refuses one that none confirms. Each user may hand in so many of those
 * an hour, in all processes together, and beyond that none at all: each costs us requests, which the providers count. What
 * nobody confirmed is asked about three times in the same minute. Nothing that was paid is lost by it: the provider reports
 * it, or the app hands its receipt in again.
 */
export async function askAboutReceipt(
  { db, clock }: Parts,
  { userId, receipt, orderId }: HandedIn,
  ask: () => Promise<Payment | null>,
): Promise<Payment> {
  const now = clock();
  const wrong = {
    who: hashOf(`${userId} ${orderId} ${receipt}`),
    kind: 'wrong-receipt',
    day: new Date(now).toISOString().slice(0, 16),
  };
  const known = await db.query
    .selectFrom('day_counts')
    .select('count')
    .where('who', '=', wrong.who)
    .where('kind', '=', wrong.kind)
    .where('day', '=', wrong.day)
    .executeTakeFirst();
  if (known && known.count >= mostTries) throw notConfirmed();

  const count = (more: number, most = Number.MAX_SAFE_INTEGER) =>
    addToHour(db.query, 'receipts', userId, { time: now, more, most });
  if (!(await count(0, mostAnHour - 1)))
    throw new Busy('tooManyRequests', 'error.payment-unconfirmed', Math.ceil((hour - (now % hour)) / 1000));
  // Afterwards, so that a true receipt that comes many times at once is not taken for many; a user has six calls at a time.
  let payment: Payment | null = null;
  try {
    payment = await ask();
  } finally {
    await count(payment ? weights.confirmed : weights.unconfirmed);
  }
  if (payment) return payment;
  await db.query
    .insertInto('day_counts')
    .values({ ...wrong, count: 1 })
    .onConflict(conflict =>
      conflict.columns(['who', 'kind', 'day']).doUpdateSet({ count: sql<number>`day_counts.count + 1` }),
    )
    .execute();
  throw notConfirmed();
}

const notConfirmed = () => wrongParameter('receipt', 'parameter.not-confirmed');
