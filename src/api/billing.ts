import type { Body, Query } from '../../server/contract/calls.ts';
import type * as Contract from '../../server/contract/money.ts';
import { object, string } from '../platform/parse.ts';
import type { WireId } from '../state/is-same-id.ts';
import { parseOrder, parseProducts, parseReward, parseStatements, parseStatus } from './billing-data.ts';
import { get, post } from './client.ts';
import { listOf, nothing } from './data.ts';

/** Something to buy: a pack of coins or a time of subscription. Amounts are yuan. */
export interface Product {
  id: number | string;
  /** The name under which the phone's store knows it; the `id` if the API has no other. */
  productId: string;
  title: string;
  coins: number;
  originalPrice: number;
  discountPrice: number;
  /** What is paid in the end. */
  payAmount: number;
  /** The price as the phone's store words it; null: it is `payAmount`. */
  storePrice: string | null;
  /** 0 for a pack of coins. */
  vipLevel: number;
  /** How long a subscription lasts; 0 for a pack of coins. */
  days: number;
}

/** An order that waits for its payment. */
export interface Order {
  orderId: WireId;
  /** Opaque; the native app's payment understands it. */
  payment: string;
  /** The cashier page; null when there is none. */
  payUrl: string | null;
}

/** Where an order stands on the server; a cancelled one can no longer be paid. */
export type OrderStatus = Contract.Order['status'];

/** One change of the balance. */
export interface CoinStatement {
  id: string;
  /** Unix seconds. */
  time: number;
  /** Null when the API does not say. */
  change: number | null;
  remaining: number;
  reason: string;
  /** The pictures that it is about; null where the API does not say. */
  job: StatementJob | null;
}

/** The pictures that a change of the balance is about, and what became of their coins. */
export interface StatementJob {
  /** The template's. */
  title: string;
  picUrl: string;
  state: 'held' | 'spent' | 'returned';
}

/** The claim of one rewarded ad, signed; `timestamp` in Unix seconds. */
export type AdClaim = Body<'adReward'>;

type ProductType = NonNullable<Query<'getRechargeConfigsList'>['product_type']>;

/** What the API calls the two kinds of products. */
const productTypes = { subscriptions: 1, coins: 2 } as const satisfies Record<string, ProductType>;

/** How many rows a page of the coin ledger has. */
export const coinStatementPageSize = 50;

/** What can be bought of one kind. */
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

/** Orders one product through a channel; nothing is paid yet. The cashier page leads back to `returnUrl`; both where they are given. */
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

/** Hands in the receipt of a payment; the server asks the payment provider whether it is true. */
export async function paySuccess(orderId: WireId, receipt: string): Promise<void> {
  await post('paySuccess', { order_id: orderId, receipt }, nothing);
}

/** Asks whether an order is paid. */
export async function getOrderStatus(orderId: WireId): Promise<OrderStatus> {
  return (await get('getOrder', { order_id: String(orderId) }, parseStatus, { feature: 'order-status' }))
    .status;
}

/** Makes the server check the user's open orders and credit those that were paid. */
export async function creditPaidOrders(): Promise<void> {
  await get('getUnfinishedOrders', {}, listOf(parseStatus), { feature: 'order-status' });
}

/** One page of the coin ledger, newest first, the first page is 1; empty after the last. */
export async function getCoinStatements(page: number): Promise<CoinStatement[]> {
  const query = { cur_page: page, page_size: coinStatementPageSize };
  const { list } = await get('getCoinStatementList', query, parseStatements);
  return list.map(({ id, job, ...statement }) => ({
    ...statement,
    // An id only for telling rows apart.
    id: String(id ?? Object.values(statement).join(' ')),
    job: job && { title: job.title, picUrl: job.pic_url, state: job.state },
  }));
}

/** The id of the ad that is shown next, by which the ad network reports it and its claim names it. */
export async function createAdId(): Promise<string> {
  return (await post('createAdId', {}, object({ id: string }), { feature: 'ad-id', toast: true })).id;
}

/** Claims the coins of a rewarded ad; returns how many there were, or null when the API does not say. */
export async function claimAdReward(claim: AdClaim): Promise<number | null> {
  return (await post('adReward', claim, parseReward, { toast: true })).coins;
}

/** Sends the receipt of an earlier purchase from the phone's store; no open order belongs to it. */
export async function restoreReceipt(receipt: string): Promise<void> {
  await post('paySuccess', { receipt }, nothing, { toast: true });
}
