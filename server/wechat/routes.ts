import type { FastifyInstance } from 'fastify';
import { notFound } from '../http/api-error.ts';
import { checkReturn } from '../http/origin.ts';
import { serveCall } from '../http/serve-call.ts';
import type { Wechat } from './open-wechat.ts';
import { signPage } from './sign-page.ts';

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
