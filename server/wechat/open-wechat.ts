import type { Database } from '../db/database.ts';
import { fetchTicket, type WechatAccount } from './fetch-ticket.ts';
import { openTickets, type Tickets } from './tickets.ts';

/** The official account that signs pages for WeChat's browser. */
export interface Wechat {
  appId: string;
  tickets: Tickets;
}

/** The configured account; in the sandbox a made-up one; else null. */
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
