import { type Static, Type } from 'typebox';
import Value from 'typebox/value';

const Trade = Type.Object({
  appid: Type.String(),
  mchid: Type.String(),
  out_trade_no: Type.String(),
  trade_state: Type.String(),
  amount: Type.Optional(
    Type.Object({
      total: Type.Optional(Type.Integer()),
      currency: Type.Optional(Type.String()),
      payer_currency: Type.Optional(Type.String()),
    }),
  ),
});

export type Trade = Static<typeof Trade>;

/** Maps WeChat Pay's trade states to ours. Refunds are reported separately. */
const kinds: Record<string, 'paid' | 'open' | 'processing' | 'over'> = {
  SUCCESS: 'paid',
  REFUND: 'paid',
  NOTPAY: 'open',
  USERPAYING: 'processing',
  ACCEPT: 'processing',
  CLOSED: 'over',
  REVOKED: 'over',
  PAYERROR: 'over',
};

export function kindOf({ trade_state }: Trade): 'paid' | 'open' | 'processing' | 'over' {
  return kinds[trade_state] ?? 'open';
}

/** Throws if the value is not a valid trade. */
export function readTrade(value: unknown): Trade {
  return Value.Parse(Trade, value);
}

/** A refund; the amount is in fen. */
export const Refund = Type.Object({
  mchid: Type.String(),
  out_trade_no: Type.String(),
  refund_id: Type.String(),
  out_refund_no: Type.Optional(Type.String()),
  refund_status: Type.String(),
  amount: Type.Object({ refund: Type.Integer(), currency: Type.Optional(Type.String()) }),
});

export type Refund = Static<typeof Refund>;
