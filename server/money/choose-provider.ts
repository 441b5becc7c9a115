import { type Channel, channels } from '../contract/money.ts';
import type { Stored } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import type { PaymentProvider, Standing } from './payment-provider.ts';
import { type RechargeConfig, rechargeConfigs } from './recharge-configs.ts';

type Order = Pick<Stored<'orders'>, 'order_id' | 'provider'>;

/** The provider that sells a product through a channel; without a channel, the first one. Throws if there is none. */
export function sellerOf(
  payments: PaymentProvider[],
  product: RechargeConfig,
  channel: Channel | undefined,
): PaymentProvider {
  return required(payments.find(one => channel === undefined || one.sells(product, channel)));
}

export function channelsOf(payments: PaymentProvider[]): Channel[] {
  return channels.filter(channel =>
    payments.some(provider => rechargeConfigs.some(product => provider.sells(product, channel))),
  );
}

/** Providers that may confirm a payment: the order's own, or any if there is no order. Throws if there is none. */
export function confirmersOf(payments: PaymentProvider[], order: Order | null): PaymentProvider[] {
  return order ? [required(ownOf(payments, order))] : [required(payments[0]), ...payments.slice(1)];
}

/** Fetches the order's state from its provider; `open` if that is no longer configured. */
export async function fetchStanding(payments: PaymentProvider[], order: Order): Promise<Standing> {
  return (await ownOf(payments, order)?.look(order.order_id)) ?? { kind: 'open', payPage: null };
}

function ownOf(payments: PaymentProvider[], { provider }: Order): PaymentProvider | undefined {
  return payments.find(({ name }) => name === provider);
}

function required(provider: PaymentProvider | undefined): PaymentProvider {
  if (provider) return provider;
  throw new ApiError('notFound', 'error.no-payment');
}
