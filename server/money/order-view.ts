import type { FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import type { Order as OrderData } from '../contract/money.ts';
import type { OrdersTable } from '../db/schema.ts';
import { appPath } from '../http/app-files.ts';
import { originOf } from '../http/origin.ts';
import { languageOf } from '../languages/languages.ts';
import { type ConfirmedOrder, type OrderParts, providerOf } from './orders.ts';
import { rechargeConfigs, yuan } from './recharge-configs.ts';

type Order = Selectable<OrdersTable>;

/** An order in the words of the API. */
export async function viewOrder(
  parts: Pick<OrderParts, 'payments'>,
  request: FastifyRequest,
  { order, isOpen }: ConfirmedOrder,
): Promise<OrderData> {
  const config = rechargeConfigs.find(({ id }) => id === order.config_id);
  const payUrl = isOpen ? await findPayUrl(parts, request, order) : null;
  return {
    order_id: order.order_id,
    config_id: order.config_id,
    title: config?.title[languageOf(request.headers['user-language'])] ?? '',
    pay_amount: yuan(order.amount),
    status: order.status,
    create_time: Math.floor(order.create_time.getTime() / 1000),
    ...(payUrl === null ? {} : { pay_url: payUrl }),
  };
}

/** What the native shell needs to pay an order, and the address at which a browser can; it leads back to `returnUrl`. */
export async function beginPayment(
  parts: Pick<OrderParts, 'payments'>,
  request: FastifyRequest,
  order: Order,
  returnUrl = usualReturn(originOf(request), order.config_id),
): Promise<{ payment: string; payUrl: string }> {
  const { payment, payPage } = await providerOf(parts).begin(
    order,
    returnUrl,
    languageOf(request.headers['user-language']),
  );
  return { payment, payUrl: new URL(payPage, originOf(request)).href };
}

/** The screen that sells what was ordered. */
export function usualReturn(origin: string, configId: number): string {
  const config = rechargeConfigs.find(({ id }) => id === configId);
  const screen = config && config.vipLevel > 0 ? 'subscription' : 'recharge';
  return `${origin}${appPath}${screen}`;
}

/** An order can be looked at while the payment provider is in trouble. */
async function findPayUrl(
  parts: Pick<OrderParts, 'payments'>,
  request: FastifyRequest,
  order: Order,
): Promise<string | null> {
  try {
    return (await beginPayment(parts, request, order)).payUrl;
  } catch (error) {
    request.log.error(error);
    return null;
  }
}
