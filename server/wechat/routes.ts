import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { newId } from '../db/new-id.ts';
import { notFound } from '../http/api-error.ts';
import { checkReturn } from '../http/origin.ts';
import { serveCall } from '../http/serve-call.ts';
import type { Wechat } from './open-wechat.ts';

/** What WeChat's JS-SDK is configured with; `timestamp` in seconds since 1970. */
interface PageSignature {
  timestamp: number;
  nonce_str: string;
  signature: string;
}

/** What signing pages needs; `wechat` is null where none are signed. */
export interface WechatParts {
  config: { corsOrigins: string[] };
  clock: () => number;
  wechat: Wechat | null;
}

/** The signature with which a page may use WeChat's JS-SDK. */
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

/** Signs the address of a page, without its fragment, by the rule of WeChat's JS-SDK. */
function signPage(ticket: string, address: string, now: number): PageSignature {
  const timestamp = Math.floor(now / 1000);
  const nonce = newId();
  // The order of the fields is part of the rule, and nothing is encoded.
  const text = `jsapi_ticket=${ticket}&noncestr=${nonce}&timestamp=${timestamp}&url=${withoutFragment(address)}`;
  return { timestamp, nonce_str: nonce, signature: createHash('sha1').update(text).digest('hex') };
}

function withoutFragment(address: string): string {
  return address.split('#')[0] ?? address;
}
