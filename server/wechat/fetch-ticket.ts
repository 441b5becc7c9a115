import { fetchElsewhere } from '../elsewhere/fetch-elsewhere.ts';

/** The official account in whose name pages are signed, and where WeChat's API is. */
export interface WechatAccount {
  appId: string;
  appSecret: string;
  /** Origin of WeChat's API. */
  apiOrigin: string;
}

/** A ticket that signs pages, and how long WeChat accepts it, ms. */
export interface FreshTicket {
  ticket: string;
  lifetime: number;
}

/** Time after which WeChat is given up, ms. */
const timeLimit = 5000;

interface WechatResponse {
  errcode?: number;
  errmsg?: string;
  access_token?: string;
  ticket?: string;
  expires_in?: number;
}

/** Asks WeChat for a new ticket for the pages' JS-SDK; throws with WeChat's own code when it refuses. */
export async function fetchTicket({ appId, appSecret, apiOrigin }: WechatAccount): Promise<FreshTicket> {
  // The "stable" token does not make worthless the one that the owner's other systems may be using.
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

/** WeChat responds to everything with HTTP 200; `errcode` tells a refusal. */
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
