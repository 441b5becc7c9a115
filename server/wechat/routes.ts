import { Type } from 'typebox';
import type { ApiApp } from '../http/api-app.ts';
import { notFound } from '../http/api-error.ts';
import { answer, envelopeOf } from '../http/envelope.ts';
import { checkReturn } from '../http/origin.ts';
import type { Services } from '../services.ts';
import { signPage } from './sign-page.ts';

const Signature = Type.Object({
  app_id: Type.String(),
  timestamp: Type.Integer({ description: 'seconds since 1970' }),
  nonce_str: Type.String(),
  signature: Type.String({ description: 'SHA-1, lower-case hex' }),
});

/** The signature with which a page may use WeChat's JS-SDK. */
export async function wechatRoutes(app: ApiApp, { config, clock, wechat }: Services): Promise<void> {
  app.post(
    '/jsapisignature',
    {
      schema: {
        summary: "Sign the address of a page for WeChat's JS-SDK",
        security: [],
        body: Type.Object({
          url: Type.String({
            minLength: 1,
            maxLength: 4096,
            description: 'the address of the page; a fragment is cut off',
          }),
        }),
        response: { 200: envelopeOf(Signature) },
      },
    },
    async request => {
      const { url } = request.body;
      checkReturn('url', url, request, config);
      if (!wechat) throw notFound();
      return answer({ app_id: wechat.appId, ...signPage(await wechat.tickets(), url, clock()) });
    },
  );
}
