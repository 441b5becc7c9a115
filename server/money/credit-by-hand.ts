import type { Transaction } from 'kysely';
import { lockUser } from '../accounts/lock-user.ts';
import { newId } from '../db/new-id.ts';
import type { Schema } from '../db/schema.ts';
import { wrongParameter } from '../http/api-error.ts';
import { creditOrder } from './credit-order.ts';
import type { RechargeConfig } from './recharge-configs.ts';

/** What is credited: a product for a receipt, which counts once. */
interface HandCredit {
  userId: string;
  config: RechargeConfig;
  receipt: string;
  provider: string;
  /** Fen that were paid, which may not be the price. */
  amount: number;
  time: Date;
}

/** Makes a paid order for money that came without one, credits it, and returns its number. */
export async function creditByHand(
  tx: Transaction<Schema>,
  { userId, config, receipt, provider, amount, time }: HandCredit,
): Promise<string> {
  await lockUser(tx, userId);
  const used = await tx
    .selectFrom('orders')
    .select('order_id')
    .where('receipt', '=', receipt)
    .executeTakeFirst();
  if (used) throw wrongParameter('receipt', 'parameter.used');
  const order = await tx
    .insertInto('orders')
    .values({
      order_id: newId(),
      user_id: userId,
      config_id: config.id,
      product_id: config.productId,
      amount,
      provider,
      status: 'paid',
      receipt,
      create_time: time,
      paid_time: time,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await creditOrder(tx, order, { now: time.getTime() });
  return order.order_id;
}
