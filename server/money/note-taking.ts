import type { Queryable } from '../db/database.ts';

/** Amount in fen, and what the user got; all negative if money went back. */
interface Taking {
  amount: number;
  coins: number;
  days: number;
}

/** Records money received or returned; call it in the transaction of the credit. `now` in milliseconds. */
export async function noteTaking(
  tx: Queryable,
  { order_id, provider }: { order_id: string; provider: string },
  taking: Taking,
  now: number,
): Promise<void> {
  await tx
    .insertInto('takings')
    .values({ ...taking, order_id, provider, time: new Date(now) })
    .execute();
}
