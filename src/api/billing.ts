import { call, listOf } from './client.ts';

/** Something to buy: a pack of coins or a time of subscription. Amounts are yuan. */
export interface Product {
  id: number;
  /** The name under which the phone's store knows it. */
  productId: string;
  title: string;
  coins: number;
  originalPrice: number;
  discountPrice: number;
  /** What is paid in the end. */
  payAmount: number;
  /** 0 for a pack of coins. */
  vipLevel: number;
  /** How long a subscription lasts; 0 for a pack of coins. */
  days: number;
}

/** An order that waits for its payment. */
export interface Order {
  orderId: string;
  /** Opaque; the native app's payment understands it. */
  payment: string;
  /** The cashier page; null when there is none. */
  payUrl: string | null;
}

/** Where an order stands on the server; a cancelled one can no longer be paid. */
export type OrderStatus = 'pending' | 'paid' | 'cancelled';

/** One change of the balance. */
export interface CoinStatement {
  id: string;
  /** Unix seconds. */
  time: number;
  change: number;
  remaining: number;
  reason: string;
}

/** The claim of one rewarded ad, signed. */
export interface AdClaim {
  /** Unix seconds. */
  timestamp: number;
  nonce: string;
  sign: string;
  id: string;
}

interface WireProduct {
  id: number;
  product_id?: string;
  title?: string;
  coin_num?: number;
  original_price?: number | string;
  discount_price?: number | string;
  pay_amount: number | string;
  vip_level?: number;
  days?: number;
}

interface WireStatement {
  id: number | string;
  time: number;
  change: number;
  remaining: number;
  reason: string;
}

/** What the API calls the two kinds of products. */
const productTypes = { subscriptions: 1, coins: 2 } as const;

/** How many rows a page of the coin ledger has. */
export const coinStatementPageSize = 50;

/** What can be bought of one kind. */
export async function getProducts(kind: keyof typeof productTypes): Promise<Product[]> {
  const query = { cur_page: 1, page_size: 10, product_type: productTypes[kind] };
  const data = await call<{ list: WireProduct[] } | WireProduct[]>('/v1/getRechargeConfigsList', {
    query,
    toast: false,
  });
  return listOf(data).map(wire => ({
    id: wire.id,
    productId: wire.product_id ?? '',
    title: wire.title ?? '',
    coins: wire.coin_num ?? 0,
    originalPrice: Number(wire.original_price ?? wire.pay_amount),
    discountPrice: Number(wire.discount_price ?? wire.pay_amount),
    payAmount: Number(wire.pay_amount),
    vipLevel: wire.vip_level ?? 0,
    days: wire.days ?? 0,
  }));
}

/** Orders one product; nothing is paid yet. The cashier page leads back to `returnUrl`. */
export async function createOrder(configId: number, returnUrl: string): Promise<Order> {
  const body = { config_id: configId, return_url: returnUrl };
  const wire = await call<{ order_id: string; payment: string; pay_url?: string }>('/v1/createOrder', {
    method: 'POST',
    body,
  });
  return { orderId: String(wire.order_id), payment: wire.payment, payUrl: wire.pay_url || null };
}

/** Hands in the receipt of a payment; the server asks the payment provider whether it is true. */
export async function paySuccess(orderId: string, receipt: string): Promise<void> {
  await call('/v1/paySuccess', { method: 'POST', body: { order_id: orderId, receipt }, toast: false });
}

/** Asks whether an order is paid. */
export async function getOrderStatus(orderId: string): Promise<OrderStatus> {
  const query = { order_id: orderId };
  return (await call<{ status: OrderStatus }>('/v1/getOrder', { query, toast: false })).status;
}

/** One page of the coin ledger, newest first, the first page is 1; empty after the last. */
export async function getCoinStatements(page: number): Promise<CoinStatement[]> {
  const query = { cur_page: page, page_size: coinStatementPageSize };
  const data = await call<{ list: WireStatement[] } | WireStatement[]>('/v1/getCoinStatementList', {
    query,
    toast: false,
  });
  return listOf(data).map(wire => ({ ...wire, id: String(wire.id) }));
}

/** Claims the coins of a rewarded ad; answers how many there were. */
export async function claimAdReward(claim: AdClaim): Promise<number> {
  return (await call<{ coins: number }>('/v1/adReward', { method: 'POST', body: claim })).coins;
}

/** Hands in the receipt of an earlier purchase that the phone's store remembers; it belongs to no order of now. */
export async function restoreReceipt(receipt: string): Promise<void> {
  await call('/v1/paySuccess', { method: 'POST', body: { receipt } });
}
