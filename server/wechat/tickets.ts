import { setTimeout as pause } from 'node:timers/promises';
import type { DbAndClock } from '../db/database.ts';
import type { FreshTicket } from './fetch-ticket.ts';

/** Milliseconds before its expiry at which a ticket is replaced; meanwhile the old one is used. */
const early = 5 * 60_000;
/** Milliseconds that one process may take to fetch a ticket before another one tries. */
const refreshTime = 15_000;
/** Milliseconds after a failure before the next fetch. */
const penalty = 5000;
/** Milliseconds between checks if another process has saved the ticket. */
const lookEvery = 100;

/** Tickets are stored in rows shared by all processes; `clock` in milliseconds since 1970. */
interface TicketKeeper extends DbAndClock {
  appId: string;
  fetchTicket: () => Promise<FreshTicket>;
}

export type Tickets = () => Promise<string>;

/** Only one process per database fetches a ticket, because WeChat issues few a day; parallel callers share it. */
export function openTickets({ appId, db, clock, fetchTicket }: TicketKeeper): Tickets {
  let cached: { ticket: string; freshUntil: number } | null = null;
  let looking: Promise<string> | null = null;

  async function look(): Promise<string> {
    for (;;) {
      const kept = await read();
      if (kept?.isFresh) return keep(kept.ticket, kept.end);
      if (await takeRefresh()) return refresh();
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

  /** True for the one caller that should fetch now. */
  async function takeRefresh(): Promise<boolean> {
    const now = clock();
    const until = new Date(now + refreshTime);
    const taken = await db.query
      .insertInto('wechat_tickets')
      .values({ app_id: appId, ticket: '', expire_time: new Date(now), refresh_until: until })
      .onConflict(conflict =>
        conflict
          .column('app_id')
          .doUpdateSet({ refresh_until: until })
          .where('wechat_tickets.refresh_until', '<=', new Date(now))
          // Another process may have saved one meanwhile.
          .where('wechat_tickets.expire_time', '<=', new Date(now + early)),
      )
      .returning('app_id')
      .executeTakeFirst();
    return taken !== undefined;
  }

  async function refresh(): Promise<string> {
    try {
      const { ticket, lifetime } = await fetchTicket();
      const end = clock() + lifetime;
      await write({ ticket, expire_time: new Date(end), refresh_until: new Date(clock()) });
      return keep(ticket, end);
    } catch (error) {
      await write({ refresh_until: new Date(clock() + penalty) });
      throw error;
    }
  }

  async function write(values: { ticket?: string; expire_time?: Date; refresh_until: Date }): Promise<void> {
    await db.query.updateTable('wechat_tickets').set(values).where('app_id', '=', appId).execute();
  }

  function keep(ticket: string, end: number): string {
    cached = { ticket, freshUntil: end - early };
    return ticket;
  }

  return async () => {
    if (cached && clock() < cached.freshUntil) return cached.ticket;
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };
}
