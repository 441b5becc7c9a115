import type { Database } from '../db/database.ts';

/** A payment that cannot be credited; `amount` is in the currency's smallest unit. */
export interface ParkedPayment {
  provider: string;
  receipt: string;
  orderId: string;
  amount: number;
  currency: string;
  /** Why the payment cannot be credited, for the operator who must refund it. */
  problem: string;
}

/** Saves a payment that the operator must refund. False if it is already saved. */
export async function parkPayment(db: Database, payment: ParkedPayment, now: number): Promise<boolean> {
  const { orderId, ...rest } = payment;
  const noted = await db.query
    .insertInto('parked_payments')
    .values({ ...rest, order_id: orderId, time: new Date(now) })
    .onConflict(conflict => conflict.doNothing())
    .returning('receipt')
    .executeTakeFirst();
  return noted !== undefined;
}

/** Saves a partial refund of a parked payment, once per refund id. Returns the payment's total refunds. */
export async function parkReturn(
  db: Database,
  { orderId: order_id, ...part }: Omit<ParkedPayment, 'problem'>,
  now: number,
): Promise<number> {
  const currency = part.currency.toLowerCase();
  const about = { ...part, order_id, currency, problem: 'a return of a parked payment', returned: true };
  await db.query
    .insertInto('parked_payments')
    .values({ ...about, time: new Date(now) })
    .onConflict(conflict => conflict.column('receipt').doUpdateSet({ amount: part.amount }))
    .execute();
  const { back } = await db.query
    .selectFrom('parked_payments')
    .select(({ fn }) => fn.sum<string>('amount').as('back'))
    .where('order_id', '=', order_id)
    .where('problem', '=', about.problem)
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow();
  return Number(back);
}

/** Marks a parked payment as refunded, or as not refunded if the refund failed. */
export async function closeParkedPayment(db: Database, receipt: string, returned = true): Promise<void> {
  await db.query.updateTable('parked_payments').set({ returned }).where('receipt', '=', receipt).execute();
}
