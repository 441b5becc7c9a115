import type { Body, Query } from '../../server/contract/calls.ts';
import type * as Contract from '../../server/contract/money.ts';
import { object, string } from '../platform/parse.ts';
import type { WireId } from '../state/is-same-id.ts';
import { parseOrder, parseProducts, parseReward, parseStatements, parseStatus } from './billing-data.ts';
import { get, post } from './client.ts';
import { listOf, nothing } from './data.ts';

/** A pack of coins or a subscription. All amounts are in yuan. */
export interface Product {
  id: number | string;
  /** The product's id in the phone's app store; equals `id` if the API sends no separate id. */
  productId: string;
  title: string;
  coins: number;
  originalPrice: number;
  discountPrice: number;
  /** The price that the user pays. */
  payAmount: number;
  /** The price as formatted by the phone's app store. If null, screens show `payAmount`. */
  storePrice: string | null;
  vipLevel: number;
  /** Length of a subscription in days; 0 for a pack of coins. */
  days: number;
}

export interface Order {
  orderId: WireId;
  /** Data for a payment in the native app or WeChat Pay. Only the host's bridge uses it. */
  payment: string;
  /** Address of the cashier page; null if there is none. */
  payUrl: string | null;
}

/** A cancelled order can no longer be paid. */
export type OrderStatus = Contract.Order['status'];

export interface CoinStatement {
  id: string;
  time: number;
  /** Null if the API does not send the change. */
  change: number | null;
  remaining: number;
  reason: string;
  /** Null if no job caused the change, or if the API does not say which job did. */
  job: StatementJob | null;
}

export interface StatementJob {
  /** The template's title. */
  title: string;
  picUrl: string;
  state: 'held' | 'spent' | 'returned';
}

/** Proof that the user watched an ad, signed by this app (`watch-ad.ts`). `timestamp` is in Unix seconds. */
export type AdReward = Body<'adReward'>;

type ProductType = NonNullable<Query<'getRechargeConfigsList'>['product_type']>;

/** Values of the API's parameter `product_type`, by kind of product. */
const productTypes = { subscriptions: 1, coins: 2 } as const satisfies Record<string, ProductType>;

export const coinStatementPageSize = 50;

export async function getProducts(kind: keyof typeof productTypes): Promise<Product[]> {
  const query = { cur_page: 1, page_size: 10, product_type: productTypes[kind] };
  const { list } = await get('getRechargeConfigsList', query, parseProducts);
  return list.map(data => ({
    id: data.id,
    productId: data.product_id || String(data.id),
    title: data.title,
    coins: data.coin_num,
    originalPrice: data.original_price ?? data.pay_amount,
    discountPrice: data.discount_price ?? data.pay_amount,
    payAmount: data.pay_amount,
    storePrice: null,
    vipLevel: data.vip_level,
    days: data.days,
  }));
}

/** Creates an unpaid order. The cashier page redirects to `returnUrl`. Options that are null are not sent. */
export async function createOrder(
  configId: Product['id'],
  { returnUrl, channel }: { returnUrl: string | null; channel: Contract.Channel | null },
): Promise<Order> {
  const body = {
    config_id: configId,
    ...(returnUrl && { return_url: returnUrl }),
    ...(channel && { channel }),
  };
  const data = await post('createOrder', body, parseOrder, { toast: true });
  return { orderId: data.order_id, payment: data.payment, payUrl: data.pay_url || null };
}

/** Sends the receipt of a payment; the server checks it with the payment provider. */
export async function paySuccess(orderId: WireId, receipt: string): Promise<void> {
  await post('paySuccess', { order_id: orderId, receipt }, nothing);
}

export async function getOrderStatus(orderId: WireId): Promise<OrderStatus> {
  return (await get('getOrder', { order_id: String(orderId) }, parseStatus, { feature: 'order-status' }))
    .status;
}

/** Makes the server check the user's open orders and credit the paid ones. */
export async function creditPaidOrders(): Promise<void> {
  await get('getUnfinishedOrders', {}, listOf(parseStatus), { feature: 'order-status' });
}

/** Returns statements, newest first. Pages count from 1; a page after the last one is empty. */
export async function getCoinStatements(page: number): Promise<CoinStatement[]> {
  const query = { cur_page: page, page_size: coinStatementPageSize };
  const { list } = await get('getCoinStatementList', query, parseStatements);
  return list.map(({ id, job, ...statement }) => ({
    ...statement,
    // Some APIs send no ids. The joined values then serve as an id, which is only used to tell rows apart.
    id: String(id ?? Object.values(statement).join(' ')),
    job: job && { title: job.title, picUrl: job.pic_url, state: job.state },
  }));
}

/** Creates the id under which the ad network will report the next ad to the server. */
export async function createAdId(): Promise<string> {
  return (await post('createAdId', {}, object({ id: string }), { feature: 'ad-id', toast: true })).id;
}

/** Redeems a watched ad; returns the number of coins, or null if the API does not send the number. */
export async function collectAdReward(reward: AdReward): Promise<number | null> {
  return (await post('adReward', reward, parseReward, { toast: true })).coins;
}

/** Sends an app store receipt for which this device knows no open order. */
export async function restoreReceipt(receipt: string): Promise<void> {
  await post('paySuccess', { receipt }, nothing, { toast: true });
}
