import type { Database } from '../db/database.ts';
import type { Config } from '../settings/config.ts';
import { openTickets, type Tickets } from './tickets.ts';
import { fetchTicket } from './wechat-api.ts';

/** The official account that signs pages for WeChat's browser. */
export interface Wechat {
  appId: string;
  tickets: Tickets;
}

/** The account that is configured; in the sandbox, without one, a made-up account; else null. */
export function openWechat(config: Config, db: Database, clock: () => number): Wechat | null {
  const { wechat, sandbox } = config;
  if (wechat) {
    const { appId } = wechat;
    return { appId, tickets: openTickets({ appId, db, clock, fetchTicket: () => fetchTicket(wechat) }) };
  }
  return sandbox ? { appId: 'wx-sandbox', tickets: async () => 'sandbox-ticket' } : null;
}
