import type { FastifyBaseLogger } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import type { Database, DbAndClock } from '../db/database.ts';
import { ApiError } from '../http/api-error.ts';

/** Maximum milliseconds and items per list and run; the next run continues. */
const longestTurn = 90_000;
const mostEntries = 2_000;

/** After this many failures in a row, the shop counts as unavailable until the next run. */
const awayAfter = 5;

/** A list of events that a shop offers, e.g. notifications that did not reach us. */
interface ShopList<Entry> {
  channel: string;
  list: string;
  /** Identifies the item; must not throw. */
  numberOf(entry: Entry): string;
  /** Processes an item. Must be safe to repeat. */
  take(entry: Entry): Promise<unknown>;
  /** Called after an item failed. `isOdd` is false if the shop was unavailable. */
  onFailure?(entry: Entry, isOdd: boolean): Promise<void>;
}

/**
 * Processes lists of payments and refunds from shops. Failing items are logged, counted and skipped until the next run.
 */
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

/** Base class of providers whose requests `watch` reports and counts. */
export class WatchedProvider {
  readonly db: Database;
  readonly clock: () => number;
  readonly watch: ShopWatch;

  constructor({ db, clock, watch }: ShopParts) {
    this.db = db;
    this.clock = clock;
    this.watch = watch;
  }
}
