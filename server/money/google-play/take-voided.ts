import { type Static, Type } from 'typebox';
import Value from 'typebox/value';
import { closeParkedPayment } from '../parked-payments.ts';
import type { SettleParts } from '../payment-provider.ts';
import { rechargeConfigs } from '../recharge-configs.ts';
import { returnMoney } from '../return-money.ts';

/** A payment that went back; one without a number is known here by its token. */
const Voided = Type.Object({ orderId: Type.Optional(Type.String()), purchaseToken: Type.String() });

/** How the log names an entry of Google's list. */
export function numberOfVoided(voided: unknown): string {
  const { orderId, purchaseToken } = (voided ?? {}) as Partial<Static<typeof Voided>>;
  return String(orderId ?? purchaseToken ?? JSON.stringify(voided));
}

/** Takes back what a payment of Google's own list bought; throws where the entry cannot be read. */
export async function takeVoided(parts: SettleParts, voided: unknown): Promise<void> {
  const { purchaseToken, orderId: receipt = purchaseToken } = Value.Parse(Voided, voided);
  const order = await parts.db.query
    .selectFrom('orders')
    .select(['order_id', 'product_id', 'config_id'])
    .where('receipt', '=', receipt)
    .where('provider', '=', 'google-play')
    .executeTakeFirst();
  if (!order) return closeParkedPayment(parts.db, receipt);
  const isSubscription = rechargeConfigs.some(({ id, vipLevel }) => id === order.config_id && vipLevel > 0);
  const payment = {
    provider: 'google-play',
    receipt,
    orderId: order.order_id,
    productId: order.product_id,
    ...(isSubscription && {
      subscription: { id: purchaseToken, until: new Date(parts.clock()), isShared: false },
    }),
  };
  await returnMoney(parts, { payment, amount: Number.POSITIVE_INFINITY, reference: receipt });
}
