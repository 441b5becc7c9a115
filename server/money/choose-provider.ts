import type { Selectable } from 'kysely';
import type { Channel } from '../contract/money.ts';
import type { OrdersTable } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import type { PaymentProvider, Standing } from './payment-provider.ts';
import type { RechargeConfig } from './recharge-configs.ts';

type Order = Pick<Selectable<OrdersTable>, 'order_id' | 'provider'>;

/** Who sells a product through a channel, without one the first provider; or a refusal. */
export function sellerOf(
  payments: PaymentProvider[],
  product: RechargeConfig,
  channel: Channel | undefined,
): PaymentProvider {
  return required(payments.find(one => channel === undefined || one.sells(product, channel)));
}

/** Who may confirm a payment: of an order its own provider alone, else any; or a refusal where there is none. */
export function confirmersOf(payments: PaymentProvider[], order: Order | null): PaymentProvider[] {
  return order ? [required(ownOf(payments, order))] : [required(payments[0]), ...payments.slice(1)];
}

/** How an order stands at its provider; one that is no longer configured cannot tell of a payment. */
export async function lookAt(payments: PaymentProvider[], order: Order): Promise<Standing> {
  return (await ownOf(payments, order)?.look(order.order_id)) ?? { kind: 'open', payPage: null };
}

/** An order that names no provider is of a time when the first was the only one. */
function ownOf(payments: PaymentProvider[], { provider }: Order): PaymentProvider | undefined {
  return payments.find(({ name }) => provider === null || name === provider);
}

function required(provider: PaymentProvider | undefined): PaymentProvider {
  if (provider) return provider;
  throw new ApiError('notFound', 'error.no-payment');
}
