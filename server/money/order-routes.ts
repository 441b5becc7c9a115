import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import type { Order as OrderData } from '../contract/money.ts';
import { callerOf } from '../http/caller.ts';
import { appPath } from '../http/files/app-files.ts';
import { checkReturn, originOf } from '../http/origin.ts';
import { serveCall } from '../http/serve-call.ts';
import { languageOf } from '../languages/languages.ts';
import {
  type ConfirmedOrder,
  cancelOrder,
  confirmOrder,
  createOrder,
  findOpenOrders,
  findOrder,
  type OrderParts,
  settleReceipt,
} from './orders.ts';
import { rechargeConfigs, yuan } from './recharge-configs.ts';

const atOnce = 4;

/** Milliseconds for all of a call's orders together, because a call must respond within 10 s. */
const usualPatience = 6_000;

export async function orderRoutes(
  app: FastifyInstance,
  parts: OrderParts & { config: { corsOrigins: string[] } },
): Promise<void> {
  serveCall(app, 'createOrder', async request => {
    const { config_id, return_url, channel } = request.body;
    if (return_url !== undefined) checkReturn('return_url', return_url, request, parts.config);
    const { order, provider } = await createOrder(parts, callerOf(request), Number(config_id), channel);
    const { order_id } = order;
    const origin = originOf(request);
    const back = return_url ?? usualReturn(origin, order.config_id);
    try {
      const { payment, payPage } = await provider.begin(
        order,
        back,
        languageOf(request.headers['user-language']),
      );
      return { order_id, payment, ...(payPage !== null && { pay_url: new URL(payPage, origin).href }) };
    } catch (error) {
      // The client has no page to pay this order, so cancel it.
      await cancelOrder(parts, order_id);
      throw error;
    }
  });

  serveCall(app, 'paySuccess', async request => {
    const { receipt, order_id } = request.body;
    await settleReceipt(parts, callerOf(request), receipt, order_id ?? null);
    return null;
  });

  serveCall(app, 'getOrder', async request => {
    return viewOrder(request, await confirmOrder(parts, callerOf(request), request.query.order_id));
  });

  serveCall(app, 'getUnfinishedOrders', async request => {
    const userId = callerOf(request);
    const ids = await findOpenOrders(parts.db.query, userId, parts.clock());
    const orders = await confirmOrders(parts, userId, ids);
    const left = orders.filter(({ order }) => order.status === 'pending');
    return { list: left.map(order => viewOrder(request, order)) };
  });
}

/**
 * Fetches the current status of orders. If a provider does not respond within `patience` (ms), returns the saved
 * status.
 */
export async function confirmOrders(
  parts: OrderParts,
  userId: string,
  ids: string[],
  patience = usualPatience,
): Promise<ConfirmedOrder[]> {
  const asking = pLimit(atOnce);
  const late = new AbortController();
  const isLate = pause(patience, null, { signal: late.signal, ref: false }).catch(() => null);
  const unknown = async (id: string) => ({ order: await findOrder(parts, userId, id), payPage: null });
  try {
    return await Promise.all(
      ids.map(async id => {
        const asked = asking(() => confirmOrder(parts, userId, id));
        return (await Promise.race([asked, isLate])) ?? unknown(id);
      }),
    );
  } finally {
    asking.clearQueue();
    late.abort();
  }
}

function viewOrder(request: FastifyRequest, { order, payPage }: ConfirmedOrder): OrderData {
  const config = rechargeConfigs.find(({ id }) => id === order.config_id);
  return {
    order_id: order.order_id,
    config_id: order.config_id,
    title: config?.title[languageOf(request.headers['user-language'])] ?? '',
    pay_amount: yuan(order.amount),
    status: order.status,
    create_time: Math.floor(order.create_time.getTime() / 1000),
    ...(payPage !== null && { pay_url: new URL(payPage, originOf(request)).href }),
  };
}

export function usualReturn(origin: string, configId: number): string {
  const config = rechargeConfigs.find(({ id }) => id === configId);
  const screen = config && config.vipLevel > 0 ? 'subscription' : 'recharge';
  return `${origin}${appPath}${screen}`;
}
