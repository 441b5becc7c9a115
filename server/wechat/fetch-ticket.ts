import { fetchElsewhere } from '../elsewhere/fetch-elsewhere.ts';

export interface WechatAccount {
  appId: string;
  appSecret: string;
  apiOrigin: string;
}

/** `lifetime` in milliseconds. */
export interface FreshTicket {
  ticket: string;
  lifetime: number;
}

/** Milliseconds per request. */
const timeLimit = 5000;

interface WechatResponse {
  errcode?: number;
  errmsg?: string;
  access_token?: string;
  ticket?: string;
  expires_in?: number;
}

/** Fetches a new ticket for the pages' JS-SDK; throws WeChat's own code if it refuses. */
export async function fetchTicket({ appId, appSecret, apiOrigin }: WechatAccount): Promise<FreshTicket> {
  // A "stable" token does not invalidate the one that the owner's other systems may be using.
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

/** WeChat responds to everything with HTTP 200; `errcode` marks an error. */
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
