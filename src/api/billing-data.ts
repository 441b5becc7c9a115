import type { Data } from '../../server/contract/calls.ts';
import type * as Contract from '../../server/contract/money.ts';
import { address, object, oneOf, type Parser, string } from '../platform/parse.ts';
import { type Fields, id, idText, listOf, maybe, number, words } from './data.ts';
import { time } from './time.ts';

export const parseProducts = listOf(
  object({
    id,
    product_id: maybe(idText, ''),
    title: maybe(words, ''),
    coin_num: maybe(number, 0),
    original_price: maybe(number, null),
    discount_price: maybe(number, null),
    pay_amount: number,
    vip_level: maybe(number, 0),
    days: maybe(number, 0),
  } satisfies Fields<Contract.RechargeConfig>),
);

/** Returns a string unchanged, and any other value as JSON. */
const opaque: Parser<string> = value => (typeof value === 'string' ? value : JSON.stringify(value));

export const parseOrder = object({
  order_id: id,
  payment: maybe(opaque, ''),
  pay_url: maybe(address, null),
} satisfies Fields<Data<'createOrder'>>);

export const parseStatements = listOf(
  object({
    id: maybe(id, null),
    time,
    change: maybe(number, null),
    remaining: number,
    reason: maybe(words, ''),
    job: maybe(object({ title: string, pic_url: address, state: oneOf('held', 'spent', 'returned') }), null),
  } satisfies Fields<Contract.CoinStatement>),
);

export const parseStatus = object({
  status: oneOf('pending', 'paid', 'cancelled'),
} satisfies Fields<Contract.Order>);

/** `coins` is null if the API adds the reward to the balance without sending the number of coins. */
export const parseReward = maybe(object({ coins: maybe(number, null) } satisfies Fields<Data<'adReward'>>), {
  coins: null,
});
