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

/** Notes that a parked payment went back, or that it did not after all. */
export async function closeParkedPayment(db: Database, receipt: string, returned = true): Promise<void> {
  await db.query.updateTable('parked_payments').set({ returned }).where('receipt', '=', receipt).execute();
}
