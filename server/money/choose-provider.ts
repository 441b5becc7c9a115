import type { Selectable } from 'kysely';
import { type Channel, channels } from '../contract/money.ts';
import type { OrdersTable } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import type { PaymentProvider, Standing } from './payment-provider.ts';
import { type RechargeConfig, rechargeConfigs } from './recharge-configs.ts';

type Order = Pick<Selectable<OrdersTable>, 'order_id' | 'provider'>;

/** The provider that sells a product through a channel; without a channel the first one. Refuses when there is none. */
export function sellerOf(
  payments: PaymentProvider[],
  product: RechargeConfig,
  channel: Channel | undefined,
): PaymentProvider {
  return required(payments.find(one => channel === undefined || one.sells(product, channel)));
}

/** The channels through which something is sold. */
export function channelsOf(payments: PaymentProvider[]): Channel[] {
  return channels.filter(channel =>
    payments.some(provider => rechargeConfigs.some(product => provider.sells(product, channel))),
  );
}

/** Who may confirm a payment: of an order its own provider alone, else any; or a refusal where there is none. */
export function confirmersOf(payments: PaymentProvider[], order: Order | null): PaymentProvider[] {
  return order ? [required(ownOf(payments, order))] : [required(payments[0]), ...payments.slice(1)];
}

/** Asks the order's provider how it stands. An order whose provider is no longer configured counts as open. */
export async function lookAt(payments: PaymentProvider[], order: Order): Promise<Standing> {
  return (await ownOf(payments, order)?.look(order.order_id)) ?? { kind: 'open', payPage: null };
}

function ownOf(payments: PaymentProvider[], { provider }: Order): PaymentProvider | undefined {
  return payments.find(({ name }) => name === provider);
}

function required(provider: PaymentProvider | undefined): PaymentProvider {
  if (provider) return provider;
  throw new ApiError('notFound', 'error.no-payment');
}
