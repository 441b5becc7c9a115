import type { FastifyBaseLogger } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import type { Database, DbAndClock } from '../db/database.ts';
import { ApiError } from '../http/api-error.ts';

/** Most milliseconds and entries per list and run; the next run continues. */
const longestTurn = 90_000;
const mostEntries = 2_000;

/** After this many failures in a row, the shop counts as unavailable until the next run. */
const awayAfter = 5;

/** A list of events that a shop offers, e.g. of notifications that did not reach us. */
interface ShopList<Entry> {
  channel: string;
  list: string;
  /** A text that identifies the entry; must not throw. */
  numberOf(entry: Entry): string;
  /** Processes an entry. Must be safe to repeat. */
  take(entry: Entry): Promise<unknown>;
  /** Called if an entry failed; `isOdd` is false if the reason is that the shop is unavailable. */
  onFailure?(entry: Entry, isOdd: boolean): Promise<void>;
}

/** Processes the lists of shops. Logs and counts entries that are late, partial or unknown; they never block others. */
export class ShopWatch {
  readonly #log: FastifyBaseLogger;
  readonly #passedBy: Counter<'channel' | 'list'>;
  readonly #unverified: Counter<'channel'>;
  /** The run in which each entry of a list was last tried. */
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
   * Tries each entry of a list, which may have several parts; false if the shop was unavailable and entries wait for
   * the next run. Entries are never marked as done: each run tries all entries that the shop lists, first the untried
   * ones, then those tried longest ago.
   */
  async takeEach<Entry>(
    { channel, list, numberOf, take, onFailure }: ShopList<Entry>,
    ...parts: (AsyncIterable<Entry> | Iterable<Entry>)[]
  ): Promise<boolean> {
    // Begin at 0, so that Prometheus sees the first increase.
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
        // Continue with the entries read so far and with the other parts.
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
    // The shop responded to requests for other entries, so the failures are about these entries.
    if (count > waiting.length) odd.push(...waiting);
    else if (waiting.length > 0)
      this.#log.warn(`${channel} is away: what it lists as ${list} waits for the next turn.`);
    for (const [number, error] of odd) this.passBy({ channel, list }, number, error);
    return waiting.length === 0;
  }

  /** Throws "unavailable" if the shop is unavailable, an `OddResponse` if it responds with an error. */
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

/** HTTP statuses that concern the shop or our account there, not the requested entry. */
const passing = [401, 403, 407, 408, 425, 429];

/** A response of a shop that a retry would not change. Users see "payment unavailable". */
class OddResponse extends ApiError {
  constructor(cause: unknown) {
    super('overloaded', 'error.payment-unavailable');
    this.cause = cause;
  }
}

/** True if the whole shop is unavailable: it does not respond, responds with 5xx or 429, or rejects our credentials. */
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

/** A payment provider whose shop `watch` watches. */
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
