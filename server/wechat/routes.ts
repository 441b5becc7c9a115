import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { newId } from '../db/new-id.ts';
import { notFound } from '../http/api-error.ts';
import { checkReturn } from '../http/origin.ts';
import { serveCall } from '../http/serve-call.ts';
import type { Wechat } from './open-wechat.ts';

/** Signature for WeChat's JS-SDK. `timestamp` is in seconds since 1970. */
interface PageSignature {
  timestamp: number;
  nonce_str: string;
  signature: string;
}

/** `wechat` is null unless WeChat is configured. */
export interface WechatParts {
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
