import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { checkReturn } from '../../http/origin.ts';
import type { FindSignInPage } from './open-oidc-login.ts';

const Query = Type.Object({
  login_type: Type.String({ minLength: 1, maxLength: 100 }),
  redirect_uri: Type.String({ maxLength: 2048 }),
  state: Type.String({ minLength: 16, maxLength: 200 }),
  nonce: Type.String({ minLength: 16, maxLength: 200 }),
  code_challenge: Type.String({ pattern: '^[\\w-]{43}$' }),
});

interface Parts {
  /** By login_type. */
  signInPages: Map<string, FindSignInPage>;
  config: { corsOrigins: string[] };
}

/** Sends a browser to the page of an OpenID Connect issuer, or back to the app when there is none at the moment. */
export async function signInPage(app: FastifyInstance, { signInPages, config }: Parts): Promise<void> {
  app.get<{ Querystring: Static<typeof Query> }>(
    '/sign-in',
    { schema: { querystring: Query } },
    async (request, reply) => {
      const { login_type, ...page } = request.query;
      checkReturn('redirect_uri', page.redirect_uri, request, config);
      const address = await signInPages.get(login_type)?.(page);
      const back = new URL(page.redirect_uri);
      back.search = new URLSearchParams({ error: 'temporarily_unavailable', state: page.state }).toString();
      return reply.redirect((address ?? back).href);
    },
  );
}
