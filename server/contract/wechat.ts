import { Type } from 'typebox';
import type { CallDefinition } from './call.ts';

/** The signature with which a page may use WeChat's JS-SDK. */
export const wechatCalls = {
  jsapisignature: {
    method: 'POST',
    summary: "Sign the address of a page for WeChat's JS-SDK",
    auth: 'none',
    body: Type.Object({
      url: Type.String({
        minLength: 1,
        maxLength: 4096,
        description: 'the address of the page; a fragment is cut off',
      }),
    }),
    data: Type.Object({
      app_id: Type.String(),
      timestamp: Type.Integer({ description: 'seconds since 1970' }),
      nonce_str: Type.String(),
      signature: Type.String({ description: 'SHA-1, lower-case hex' }),
    }),
  },
} satisfies Record<string, CallDefinition>;
