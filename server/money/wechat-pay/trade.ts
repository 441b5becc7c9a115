import { type Static, Type } from 'typebox';
import Value from 'typebox/value';

/** A payment at WeChat Pay, as far as it is looked at; amounts in fen. */
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

/** A payment at WeChat Pay, as far as it is looked at; amounts in fen. */
export type Trade = Static<typeof Trade>;

/** What each state means here. A refund is reported by itself. */
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

/** How a trade stands. */
export function kindOf({ trade_state }: Trade): 'paid' | 'open' | 'processing' | 'over' {
  return kinds[trade_state] ?? 'open';
}

/** Reads a trade; throws where it is none. */
export function readTrade(value: unknown): Trade {
  return Value.Parse(Trade, value);
}

/** A refund as WeChat Pay reports it; the amount in fen. */
export const Refund = Type.Object({
  mchid: Type.String(),
  out_trade_no: Type.String(),
  refund_id: Type.String(),
  out_refund_no: Type.Optional(Type.String()),
  refund_status: Type.String(),
  amount: Type.Object({ refund: Type.Integer(), currency: Type.Optional(Type.String()) }),
});

/** A refund as WeChat Pay reports it; the amount in fen. */
export type Refund = Static<typeof Refund>;
