import { type Static, Type } from 'typebox';
import { type CallDefinition, listOf, literals, Nothing, NumberOrDecimal, Paging } from './call.ts';

export const productType = { subscription: 1, coins: 2 } as const;

/** A product that users can buy. Prices are in yuan, with up to two decimals. */
export const RechargeConfig = Type.Object({
  id: Type.Integer(),
  product_id: Type.String(),
  title: Type.String(),
  coin_num: Type.Integer(),
  original_price: Type.Number({
    description: 'struck out if above discount_price: a price that buyers really paid in the last seven days',
  }),
  discount_price: Type.Number(),
  pay_amount: Type.Number(),
  vip_level: Type.Integer({ description: '0: coins, above 0: the level of the subscription' }),
  days: Type.Integer({ description: 'of the subscription, or 0' }),
});

export type RechargeConfig = Static<typeof RechargeConfig>;

/** The job that caused the coin change; absent if no job did, or if the job has been deleted. */
const StatementJob = Type.Object({
  title: Type.String({ description: 'of the template' }),
  pic_url: Type.String({ description: 'the first pic once there is one, else the template' }),
  state: Type.Union([Type.Literal('held'), Type.Literal('spent'), Type.Literal('returned')], {
    description: 'of its coins: held while it is being made, then spent or returned',
  }),
});

export const CoinStatement = Type.Object({
  id: Type.Integer(),
  time: Type.Integer({ description: 'seconds since 1970' }),
  change: Type.Integer(),
  remaining: Type.Integer({ minimum: 0 }),
  reason: Type.String({ description: 'in the language of the request' }),
  job: Type.Optional(StatementJob),
});

export type CoinStatement = Static<typeof CoinStatement>;

export const Order = Type.Object({
  order_id: Type.String(),
  config_id: Type.Integer(),
  title: Type.String(),
  pay_amount: Type.Number({ description: 'yuan' }),
  status: literals('pending', 'paid', 'cancelled'),
  create_time: Type.Integer({ description: 'seconds since 1970' }),
  pay_url: Type.Optional(Type.String({ description: 'where a pending order can be paid in a browser' })),
});

export type Order = Static<typeof Order>;

export const ReturnUrl = Type.String({
  maxLength: 2048,
  description: 'where the cashier leads back to: this origin or one of CORS_ORIGINS',
});

/** The place of payment: a phone's app store, WeChat, or a payment page. */
const Channel = literals('app-store', 'google-play', 'wechat', 'page');

export type Channel = Static<typeof Channel>;

export const channels: Channel[] = Channel.anyOf.map(one => one.const);

const OrderId = Type.String({ minLength: 1, maxLength: 64 });

export const moneyCalls = {
  getRechargeConfigsList: {
    method: 'GET',
    summary: 'What is for sale',
    query: Type.Interface([Paging], {
      product_type: Type.Optional(
        Type.Union([Type.Literal(productType.subscription), Type.Literal(productType.coins)], {
          default: productType.coins,
          description: '1 subscriptions, 2 coins',
        }),
      ),
    }),
    data: listOf(RechargeConfig),
  },
  getCoinStatementList: {
    method: 'GET',
    summary: 'The coin ledger, newest first',
    query: Paging,
    data: listOf(CoinStatement),
  },
  createAdId: {
    method: 'POST',
    summary:
      'The id of the rewarded ad that is shown next; the ad network reports it, and the reward names it',
    data: Type.Object({ id: Type.String() }),
    feature: 'ad-id',
  },
  adReward: {
    method: 'POST',
    summary: 'Claim the coins of a rewarded ad',
    body: Type.Object({
      timestamp: Type.Integer({ description: 'seconds since 1970' }),
      nonce: Type.String({ pattern: '^[a-z0-9]{10}$' }),
      sign: Type.String({
        pattern: '^[0-9a-f]{64}$',
        description: 'SHA-256 of timestamp, nonce and secret',
      }),
      id: Type.String({ minLength: 10, maxLength: 10 }),
    }),
    data: Type.Object({ coins: Type.Integer() }),
  },
  createOrder: {
    method: 'POST',
    summary: 'Order something that is for sale',
    body: Type.Object({
      config_id: NumberOrDecimal,
      return_url: Type.Optional(ReturnUrl),
      channel: Type.Optional(Channel),
    }),
    data: Type.Object({
      order_id: Type.String(),
      payment: Type.String({ description: 'opaque: for the payment of the native shell' }),
      pay_url: Type.Optional(Type.String({ description: 'the page where a browser can pay' })),
    }),
  },
  paySuccess: {
    method: 'POST',
    summary: 'Hand in the receipt of a payment; an order is credited once',
    body: Type.Object({
      order_id: Type.Optional(OrderId),
      receipt: Type.String({ minLength: 1, maxLength: 8192 }),
    }),
    data: Nothing,
  },
  getOrder: {
    method: 'GET',
    summary: 'Whether an order is paid, asked at the payment provider if need be',
    query: Type.Object({ order_id: OrderId }),
    data: Order,
    feature: 'order-status',
  },
  getUnfinishedOrders: {
    method: 'GET',
    summary: 'The orders of the last day that are still to be paid, newest first',
    data: listOf(Order),
    feature: 'order-status',
  },
} satisfies Record<string, CallDefinition>;
