import type { Generated } from 'kysely';
import type { Moment } from './moment.ts';

/** Money that an order brought, or that went back (negative); rows outlive the account. */
export interface TakingsTable {
  id: Generated<number>;
  time: Moment;
  provider: string;
  order_id: string;
  /** Fen. */
  amount: number;
  /** Coins and VIP days that the user got or lost. */
  coins: number;
  days: number;
}

/** `returned`: its money went back; `credited`: the operator gave what it bought. */
export interface ParkedPaymentsTable {
  receipt: string;
  provider: string;
  order_id: string;
  amount: number;
  currency: string;
  problem: string;
  time: Moment;
  returned: Generated<boolean>;
  credited: Generated<boolean>;
}

/** Rows never change and are deleted only with the account. */
export interface CoinStatementsTable {
  id: Generated<number>;
  user_id: string;
  change: number;
  remaining: number;
  reason: string;
  reference: string;
  time: Moment;
}
