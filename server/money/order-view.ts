import type { FastifyRequest } from 'fastify';
import type { Order as OrderData } from '../contract/money.ts';
import { appPath } from '../http/files/app-files.ts';
import { originOf } from '../http/origin.ts';
import { languageOf } from '../languages/languages.ts';
import type { ConfirmedOrder } from './orders.ts';
import { rechargeConfigs, yuan } from './recharge-configs.ts';

export function viewOrder(request: FastifyRequest, { order, payPage }: ConfirmedOrder): OrderData {
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
