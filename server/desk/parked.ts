import type { Queryable } from '../db/database.ts';
import type { Stored } from '../db/schema.ts';
import { sumOf } from '../money/recharge-configs.ts';

type Parked = Stored<'parked_payments'>;

export const stateOf = ({ returned, credited }: Pick<Parked, 'returned' | 'credited'>) =>
  credited ? 'credited' : returned ? 'returned' : 'waits';

export const parkedWords = (payment: Parked) =>
  `paid ${sumOf(payment)}, not credited: ${payment.problem} (${stateOf(payment)})`;

/** Returns the parked payments of these orders, and the one with this receipt. */
export function parkedOf(db: Queryable, orderIds: string[], receipt?: string): Promise<Parked[]> {
  return db
    .selectFrom('parked_payments')
    .selectAll()
    .where(where =>
      where.or([
        ...(orderIds.length > 0 ? [where('order_id', 'in', orderIds)] : []),
        ...(receipt ? [where('receipt', '=', receipt)] : []),
      ]),
    )
    .orderBy('time')
    .execute();
}
