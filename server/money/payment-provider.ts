import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { Counter, type Registry } from 'prom-client';
import type { Channel } from '../contract/money.ts';
import type { Database, DbAndClock } from '../db/database.ts';
import type { Stored, Tx } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import type { ApiApp } from '../http/serve-call.ts';
import type { Language } from '../languages/languages.ts';
import type { RechargeConfig } from './recharge-configs.ts';
import type { StoreSubscription } from './store-subscriptions.ts';

export interface Payment {
  provider: string;
  receipt: string;
  /** Null if the provider knows only the product and not the order, as app stores do. */
  orderId: string | null;
  productId: string;
  /** The paying user, who gets a new order if no open order matches. */
  userId?: string;
  onCredited?: () => Promise<void>;
  /** Set for products that renew automatically in an app store. */
  subscription?: StoreSubscription;
}

/** `payPage`: page of a payment that has begun, else null. `over`: it can no longer be paid. */
export type Standing =
  | { kind: 'paid'; payment: Payment }
  | { kind: 'open'; payPage: string | null }
  | { kind: 'processing' | 'over' };

/** The next charge of a subscription, in the currency's smallest unit; the price is null if the store does not say it. */
export interface Renewal {
  price: { amount: number; currency: string } | null;
}

export interface PaymentRouteParts extends DbAndClock {
  config: { corsOrigins: string[] };
}

export interface PaymentProvider {
  /** Stored with the provider's orders, so it must never change. */
  readonly name: string;
  sells(product: RechargeConfig, channel: Channel): boolean;
  /** `payment` is for the native app, `payPage` for browsers: an address or path to `returnUrl`. */
  begin(
    order: Stored<'orders'>,
    returnUrl: string,
    language: Language,
  ): Promise<{ payment: string; payPage: string | null }>;
  /** Returns the receipt's payment; null if the receipt is invalid or belongs to another provider. */
  confirm(receipt: string): Promise<Payment | null>;
  /** Fetches an order's state, e.g. if the app never reported the payment. Never begins a payment. */
  look(orderId: string): Promise<Standing>;
  /** Call the returned function after the commit: it closes the user's unpaid orders at the provider. */
  removeUser(tx: Tx, userId: string): Promise<() => void>;
  /** Only for stores that renew subscriptions. Null if this one will not be renewed, or if somebody else pays for it. */
  renewalOf?(
    subscription: Pick<Stored<'store_subscriptions'>, 'subscription_id' | 'receipt'>,
  ): Promise<Renewal | null>;
  /** Finds payments and refunds that were never reported to us. Called periodically. */
  catchUp?(parts: DbAndClock): Promise<void>;
  routes(app: ApiApp, parts: PaymentRouteParts): Promise<void>;
}

/** Maximum milliseconds and items per list and run; the next run continues. */
const longestTurn = 90_000;
const mostEntries = 2_000;

/** After this many failures in a row, the shop counts as unavailable until the next run. */
const awayAfter = 5;

/** A list of events that a shop offers, e.g. notifications that did not reach us. */
interface ShopList<Entry> {
  channel: string;
  list: string;
  numberOf(entry: Entry): string;
  /** Processes an item. Must be safe to repeat. */
  take(entry: Entry): Promise<unknown>;
  /** Called after an item failed. `isOdd` is false if the shop was unavailable. */
  onFailure?(entry: Entry, isOdd: boolean): Promise<void>;
}

/** Processes shops' lists of payments and refunds. Failing items are skipped until the next run. */
export class ShopWatch {
  readonly #log: FastifyBaseLogger;
  readonly #passedBy: Counter<'channel' | 'list'>;
  readonly #unverified: Counter<'channel'>;
  /** For each list, the number of the run that last tried each item. */
  readonly #tried = new Map<string, Map<string, number>>();
  #turn = 0;

  constructor(registry: Registry, log: FastifyBaseLogger) {
    this.#log = log;
    this.#passedBy = new Counter({
      name: 'tyy_shop_entries_passed_by_total',
      help: 'Entries and pages of shops’ lists that could not be read or acted on, by channel and list',
      labelNames: ['channel', 'list'],
      registers: [registry],
    });
    this.#unverified = new Counter({
      name: 'tyy_shop_notifications_unverified_total',
      help: 'Notifications whose signature could not be verified, by channel',
      labelNames: ['channel'],
      registers: [registry],
    });
  }

  /**
   * Tries each item of a list, which may have several parts. False if the shop was unavailable and items wait for the
   * next run. Items are never marked as done: each run tries everything that the shop lists, starting with items that
   * were never tried or were tried longest ago.
   */
  async takeEach<Entry>(
    { channel, list, numberOf, take, onFailure }: ShopList<Entry>,
    ...parts: (AsyncIterable<Entry> | Iterable<Entry>)[]
  ): Promise<boolean> {
    // Start at 0, so that Prometheus sees the first increase.
    this.#passedBy.inc({ channel, list }, 0);
    const end = performance.now() + longestTurn;
    const odd: [number: string, error: unknown][] = [];
    const waiting: typeof odd = [];
    const found = new Map<string, Entry>();
    for (const part of parts) {
      try {
        for await (const entry of part) {
          found.set(numberOf(entry), entry);
          if (found.size >= mostEntries || performance.now() > end) break;
        }
      } catch (error) {
        // Continue with the items read so far and with the other parts.
        (isAway(error) ? waiting : odd).push(['of a page', error]);
      }
    }

    const name = `${channel} ${list}`;
    const before = this.#tried.get(name);
    const lastTry = (number: string) => before?.get(number) ?? 0;
    const tried = new Map([...found.keys()].map(number => [number, lastTry(number)]));
    this.#tried.set(name, tried);
    const turn = ++this.#turn;
    let away = 0;
    let count = 0;
    for (const [number, entry] of [...found].sort(([one], [other]) => lastTry(one) - lastTry(other))) {
      if (away === awayAfter || performance.now() > end) break;
      tried.set(number, turn);
      count += 1;
      try {
        await take(entry);
        away = 0;
      } catch (error) {
        const isOdd = !isAway(error);
        away = isOdd ? 0 : away + 1;
        (isOdd ? odd : waiting).push([number, error]);
        await onFailure?.(entry, isOdd);
      }
    }
    // Other requests succeeded, so the shop is available and these failures are about the items.
    if (count > waiting.length) odd.push(...waiting);
    else if (waiting.length > 0)
      this.#log.warn(`${channel} is away: what it lists as ${list} waits for the next turn.`);
    for (const [number, error] of odd) this.passBy({ channel, list }, number, error);
    return waiting.length === 0;
  }

  /** Throws "unavailable" if the shop is unavailable, and `OddResponse` if it responds with an error. */
  async reach<Result>(shop: string, asking: Promise<Result>): Promise<Result> {
    try {
      return await asking;
    } catch (error) {
      this.#log.error(error, `${shop} could not be asked: ${error}`);
      throw isAway(error) ? new ApiError('overloaded', 'error.payment-unavailable') : new OddResponse(error);
    }
  }

  /** Logs a problem for the operator, e.g. a payment that cannot be credited. */
  report(problem: string): void {
    this.#log.error(problem);
  }

  passBy({ channel, list }: { channel: string; list: string }, number: string, error: unknown): void {
    this.#passedBy.inc({ channel, list });
    const message = `The entry ${number} of ${list} at ${channel} was passed by; the next turn tries it again.`;
    this.#log.error(new Error(message, { cause: error }));
  }

  countUnverified(channel: string): void {
    this.#unverified.inc({ channel });
  }
}

/** HTTP statuses about the shop or our account there, not about the requested item. */
const passing = [401, 403, 407, 408, 425, 429];

/** A shop's error response that a retry would not change. Users see "payment unavailable". */
class OddResponse extends ApiError {
  constructor(cause: unknown) {
    super('overloaded', 'error.payment-unavailable');
    this.cause = cause;
  }
}

/** True if the shop is unavailable: it does not respond, responds with 5xx or 429, or rejects our credentials. */
export function isAway(error: unknown): boolean {
  if (error instanceof OddResponse) return false;
  if (error instanceof ApiError) return error.statusCode >= 500;
  const status = statusOf(error);
  if (status !== undefined) return status >= 500 || passing.includes(status);
  if (!(error instanceof Error)) return false;
  return ['AbortError', 'TimeoutError'].includes(error.name) || error.message === 'fetch failed';
}

function statusOf(error: unknown): number | undefined {
  const { status, statusCode, httpStatusCode } = (error ?? {}) as Record<string, unknown>;
  return [status, statusCode, httpStatusCode].find(one => typeof one === 'number') as number | undefined;
}

export interface ShopParts extends DbAndClock {
  watch: ShopWatch;
}

/** A provider that sells through one channel. `watch` reports and counts its requests. */
export abstract class WatchedProvider {
  abstract readonly name: string;
  abstract readonly channel: Channel;
  readonly db: Database;
  readonly clock: () => number;
  readonly watch: ShopWatch;

  constructor({ db, clock, watch }: ShopParts) {
    this.db = db;
    this.clock = clock;
    this.watch = watch;
  }

  sells(_product: unknown, channel: Channel): boolean {
    return channel === this.channel;
  }

  /** Does nothing, because payments in the phone's store cannot be ended from here. */
  async removeUser(_tx: Tx, _userId: string): Promise<() => void> {
    return () => {};
  }

  /** The order that a payment names, or the one to which the operator credited it, which has its receipt. */
  findOrder(orderId: string, receipt: string) {
    return this.db.query
      .selectFrom('orders')
      .select(['order_id', 'amount', 'product_id'])
      .where(where => where.or([where('order_id', '=', orderId), where('receipt', '=', receipt)]))
      .orderBy(sql`receipt IS NOT DISTINCT FROM ${receipt}`, 'desc')
      .executeTakeFirst();
  }

  /** Saves a payment that cannot be credited. Reports it, named `called`, unless it is saved already. */
  async savePark(payment: Omit<ParkedPayment, 'provider'>, called: string): Promise<void> {
    if (await parkPayment(this.db, { ...payment, provider: this.name }, this.clock()))
      this.watch.report(`${called} is parked: ${payment.problem}.`);
  }
}

/** Gives a scope's routes the body as it came, because a notification's signature covers its bytes. */
export function keepBodies(app: ApiApp): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => body,
  );
}

/** A payment that cannot be credited; `amount` is in the currency's smallest unit. */
interface ParkedPayment {
  provider: string;
  receipt: string;
  orderId: string;
  amount: number;
  currency: string;
  /** Why the payment cannot be credited, for the operator who must refund it. */
  problem: string;
}

/** Saves a payment that the operator must refund. False if it is already saved. */
export async function parkPayment(db: Database, payment: ParkedPayment, now: number): Promise<boolean> {
  const { orderId, ...rest } = payment;
  const noted = await db.query
    .insertInto('parked_payments')
    .values({ ...rest, order_id: orderId, time: new Date(now) })
    .onConflict(conflict => conflict.doNothing())
    .returning('receipt')
    .executeTakeFirst();
  return noted !== undefined;
}

/** Saves a partial refund of a parked payment, once per refund id. Returns the payment's total refunds. */
export async function parkReturn(
  db: Database,
  { orderId: order_id, ...part }: Omit<ParkedPayment, 'problem'>,
  now: number,
): Promise<number> {
  const currency = part.currency.toLowerCase();
  const about = { ...part, order_id, currency, problem: 'a return of a parked payment', returned: true };
  await db.query
    .insertInto('parked_payments')
    .values({ ...about, time: new Date(now) })
    .onConflict(conflict => conflict.column('receipt').doUpdateSet({ amount: part.amount }))
    .execute();
  const { back } = await db.query
    .selectFrom('parked_payments')
    .select(({ fn }) => fn.sum<string>('amount').as('back'))
    .where('order_id', '=', order_id)
    .where('problem', '=', about.problem)
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow();
  return Number(back);
}

/** Marks a parked payment as refunded, or as not refunded if the refund failed. */
export async function closeParkedPayment(db: Database, receipt: string, returned = true): Promise<void> {
  await db.query.updateTable('parked_payments').set({ returned }).where('receipt', '=', receipt).execute();
}
