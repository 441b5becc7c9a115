import { Type } from 'typebox';

/** Something that can be bought; prices are in yuan with at most two decimals. */
export const RechargeConfigItem = Type.Object({
  id: Type.Integer(),
  product_id: Type.String(),
  title: Type.String(),
  coin_num: Type.Integer(),
  original_price: Type.Number(),
  discount_price: Type.Number(),
  pay_amount: Type.Number(),
  vip_level: Type.Integer({ description: '0: coins, above 0: the level of the subscription' }),
  days: Type.Integer({ description: 'of the subscription, or 0' }),
});

/** A row of the ledger. */
export const CoinStatement = Type.Object({
  id: Type.Integer(),
  time: Type.Integer({ description: 'seconds since 1970' }),
  change: Type.Integer(),
  remaining: Type.Integer({ minimum: 0 }),
  reason: Type.String({ description: 'in the language of the request' }),
});

/** An order, as the app sees it. */
export const Order = Type.Object({
  order_id: Type.String(),
  config_id: Type.Integer(),
  title: Type.String(),
  pay_amount: Type.Number({ description: 'yuan' }),
  status: Type.Union([Type.Literal('pending'), Type.Literal('paid'), Type.Literal('cancelled')]),
  create_time: Type.Integer({ description: 'seconds since 1970' }),
  pay_url: Type.Optional(Type.String({ description: 'where a pending order can be paid in a browser' })),
});

/** The address to which the cashier returns. */
export const ReturnUrl = Type.String({
  maxLength: 2048,
  description: 'where the cashier leads back to: this origin or one of CORS_ORIGINS',
});
