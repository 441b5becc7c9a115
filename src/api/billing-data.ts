import type { Data } from '../../server/contract/calls.ts';
import type * as Contract from '../../server/contract/money.ts';
import { address, object, oneOf, type Parser, string } from '../platform/parse.ts';
import { type Fields, id, idText, listOf, maybe, number, words } from './data.ts';
import { time } from './time.ts';

/** Reads what can be bought. */
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

/** What the page only hands on: text as it is, anything else as its JSON. */
const opaque: Parser<string> = value => (typeof value === 'string' ? value : JSON.stringify(value));

/** Reads an order that was just made. */
export const parseOrder = object({
  order_id: id,
  payment: maybe(opaque, ''),
  pay_url: maybe(address, null),
} satisfies Fields<Data<'createOrder'>>);

/** Reads a page of the ledger. */
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

/** Reads how an order stands. */
export const parseStatus = object({
  status: oneOf('pending', 'paid', 'cancelled'),
} satisfies Fields<Contract.Order>);

/** Reads the reward of an ad; an API may leave it to the user's balance. */
export const parseReward = maybe(object({ coins: maybe(number, null) } satisfies Fields<Data<'adReward'>>), {
  coins: null,
});
