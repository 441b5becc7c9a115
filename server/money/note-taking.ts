import type { Queryable } from '../db/database.ts';

/** What an order brought: fen, and what the user got for them; all negative when money went back. */
interface Taking {
  amount: number;
  coins: number;
  days: number;
}

/** Notes money that came or went back, in the transaction that credits it or takes it back; `now` in milliseconds. */
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
