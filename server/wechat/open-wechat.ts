import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Database, type DbAndClock, newId } from '../db/database.ts';
import { fetchElsewhere } from '../elsewhere/fetch-elsewhere.ts';
import { notFound } from '../http/api-error.ts';
import { checkReturn } from '../http/origin.ts';
import { serveCall } from '../http/serve-call.ts';

/** The official account that signs pages, so that they can use WeChat's functions. */
export interface Wechat {
  appId: string;
  tickets: Tickets;
}

/** The configured account; in the sandbox, an invented one; otherwise null. */
export function openWechat(
  { wechat, sandbox }: { wechat: WechatAccount | null; sandbox: boolean },
  db: Database,
  clock: () => number,
): Wechat | null {
  if (wechat) {
    const { appId } = wechat;
    return { appId, tickets: openTickets({ appId, db, clock, fetchTicket: () => fetchTicket(wechat) }) };
  }
  return sandbox ? { appId: 'wx-sandbox', tickets: async () => 'sandbox-ticket' } : null;
}

/** Fetch a new ticket this long (ms) before the old one expires. Until it arrives, the old one is used. */
const early = 5 * 60_000;
/** Milliseconds that a process may take to fetch a ticket before another process tries. */
const refreshTime = 15_000;
/** Milliseconds between a failed fetch and the next attempt. */
const penalty = 5000;
/** Milliseconds between checks whether another process has saved a ticket. */
const lookEvery = 100;

/** All processes share the ticket rows. `clock` returns milliseconds since 1970. */
interface TicketKeeper extends DbAndClock {
  appId: string;
  fetchTicket: () => Promise<FreshTicket>;
}

export type Tickets = () => Promise<string>;

/** Only one process per database fetches a ticket, because WeChat limits the number per day. */
function openTickets({ appId, db, clock, fetchTicket }: TicketKeeper): Tickets {
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

  /** True for exactly one caller, which should fetch a ticket now. */
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
          // Only if no other process has saved a ticket since we read the row.
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

export interface WechatAccount {
  appId: string;
  appSecret: string;
  apiOrigin: string;
}

/** A new ticket. `lifetime` is in milliseconds. */
interface FreshTicket {
  ticket: string;
  lifetime: number;
}

/** Time limit in milliseconds for each request. */
const timeLimit = 5000;

interface WechatResponse {
  errcode?: number;
  errmsg?: string;
  access_token?: string;
  ticket?: string;
  expires_in?: number;
}

/** Fetches a new ticket for WeChat's JS-SDK. If WeChat refuses, throws an error with WeChat's code. */
export async function fetchTicket({ appId, appSecret, apiOrigin }: WechatAccount): Promise<FreshTicket> {
  // A "stable" token leaves the token valid that the operator's other systems may be using.
  const { access_token = '' } = await request(`${apiOrigin}/cgi-bin/stable_token`, {
    grant_type: 'client_credential',
    appid: appId,
    secret: appSecret,
  });

  const query = new URLSearchParams({ access_token, type: 'jsapi' });
  const { ticket, expires_in = 7200 } = await request(`${apiOrigin}/cgi-bin/ticket/getticket?${query}`);
  if (!ticket) throw new Error('WeChat returned no ticket.');
  return { ticket, lifetime: expires_in * 1000 };
}

/** Makes a request. WeChat always responds with HTTP 200; the field `errcode` marks an error. */
async function request(address: string, body?: object): Promise<WechatResponse> {
  const response = await fetchElsewhere(address, {
    signal: AbortSignal.timeout(timeLimit),
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const data = (await response.json()) as WechatResponse;
  if (!response.ok || data.errcode) {
    throw new Error(`WeChat refused a ticket: ${data.errcode ?? response.status} ${data.errmsg ?? ''}`);
  }
  return data;
}

/** Signature for WeChat's JS-SDK. `timestamp` is in seconds since 1970. */
interface PageSignature {
  timestamp: number;
  nonce_str: string;
  signature: string;
}

/** `wechat` is null unless WeChat is configured. */
interface WechatParts {
  config: { corsOrigins: string[] };
  clock: () => number;
  wechat: Wechat | null;
}

export async function wechatRoutes(
  app: FastifyInstance,
  { config, clock, wechat }: WechatParts,
): Promise<void> {
  serveCall(app, 'jsapisignature', async request => {
    const { url } = request.body;
    checkReturn('url', url, request, config);
    if (!wechat) throw notFound();
    return { app_id: wechat.appId, ...signPage(await wechat.tickets(), url, clock()) };
  });
}

/** Signs a page's address. WeChat's JS-SDK requires an address without its fragment. */
function signPage(ticket: string, address: string, now: number): PageSignature {
  const timestamp = Math.floor(now / 1000);
  const nonce = newId();
  // WeChat requires these fields in this order and unencoded.
  const text = `jsapi_ticket=${ticket}&noncestr=${nonce}&timestamp=${timestamp}&url=${withoutFragment(address)}`;
  return { timestamp, nonce_str: nonce, signature: createHash('sha1').update(text).digest('hex') };
}

function withoutFragment(address: string): string {
  return address.split('#')[0] ?? address;
}
