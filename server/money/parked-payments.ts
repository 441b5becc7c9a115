import type { Database } from '../db/database.ts';

/** Money that came and cannot be credited; `amount` in the smallest unit of the currency. */
export interface ParkedPayment {
  provider: string;
  receipt: string;
  orderId: string;
  amount: number;
  currency: string;
  /** Why it cannot be credited, for the operator who has to return it. */
  problem: string;
}

/** Notes a payment that the operator has to return; true when it was not noted before. */
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

/** Notes a return of a part of a parked payment, once by its own number; returns how much of that payment is back by all of them. */
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

/** Notes that a parked payment went back, or that it did not after all. */
export async function closeParkedPayment(db: Database, receipt: string, returned = true): Promise<void> {
  await db.query.updateTable('parked_payments').set({ returned }).where('receipt', '=', receipt).execute();
}
