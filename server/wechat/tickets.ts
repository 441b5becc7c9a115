import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import type { FreshTicket } from './fetch-ticket.ts';

/** Time before its end at which a ticket is replaced; the old one goes on to be used meanwhile, ms. */
const early = 5 * 60_000;
/** How long one process may take to fetch a ticket before another one tries, ms. */
const refreshTime = 15_000;
/** Time after a failure before WeChat is asked again, ms. */
const penalty = 5000;
/** How often a process looks whether another one has brought the ticket, ms. */
const lookEvery = 100;

/** Who keeps the tickets: the rows that all processes share, and the clock, ms since 1970. */
interface TicketKeeper {
  appId: string;
  db: Database;
  clock: () => number;
  fetchTicket: () => Promise<FreshTicket>;
}

/** Returns the ticket that is valid now. */
export type Tickets = () => Promise<string>;

/**
 * Keeps one ticket for everybody: parallel callers share one lookup, and only one process on the database asks WeChat,
 * which hands out few tickets a day.
 */
export function openTickets({ appId, db, clock, fetchTicket }: TicketKeeper): Tickets {
  let held: { ticket: string; freshUntil: number } | null = null;
  let looking: Promise<string> | null = null;

  async function look(): Promise<string> {
    for (;;) {
      const kept = await read();
      if (kept?.isFresh) return hold(kept.ticket, kept.end);
      if (await claim()) return refresh();
      if (kept?.isValid) return kept.ticket;
      await pause(lookEvery);
    }
  }

  async function read() {
    const row = await db.query
      .selectFrom('wechat_tickets')
      .selectAll()
      .where('app_id', '=', appId)
      .executeTakeFirst();
    if (!row?.ticket) return null;
    const end = row.expire_time.getTime();
    return { ticket: row.ticket, end, isFresh: clock() < end - early, isValid: clock() < end };
  }

  /** True for the one caller that is to ask WeChat now. */
  async function claim(): Promise<boolean> {
    const now = clock();
    const until = new Date(now + refreshTime);
    const claimed = await db.query
      .insertInto('wechat_tickets')
      .values({ app_id: appId, ticket: '', expire_time: new Date(now), refresh_until: until })
      .onConflict(conflict =>
        conflict
          .column('app_id')
          .doUpdateSet({ refresh_until: until })
          .where('wechat_tickets.refresh_until', '<=', new Date(now))
          // Another process may have brought one since it was looked for.
          .where('wechat_tickets.expire_time', '<=', new Date(now + early)),
      )
      .returning('app_id')
      .executeTakeFirst();
    return claimed !== undefined;
  }

  async function refresh(): Promise<string> {
    try {
      const { ticket, lifetime } = await fetchTicket();
      const end = clock() + lifetime;
      await write({ ticket, expire_time: new Date(end), refresh_until: new Date(clock()) });
      return hold(ticket, end);
    } catch (error) {
      await write({ refresh_until: new Date(clock() + penalty) });
      throw error;
    }
  }

  async function write(values: { ticket?: string; expire_time?: Date; refresh_until: Date }): Promise<void> {
    await db.query.updateTable('wechat_tickets').set(values).where('app_id', '=', appId).execute();
  }

  function hold(ticket: string, end: number): string {
    held = { ticket, freshUntil: end - early };
    return ticket;
  }

  return async () => {
    if (held && clock() < held.freshUntil) return held.ticket;
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };
}
