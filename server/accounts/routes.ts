import { Type } from 'typebox';
import type { ApiApp } from '../http/api-app.ts';
import { answer, emptyEnvelope, envelopeOf } from '../http/envelope.ts';
import { originOf } from '../http/origin.ts';
import type { Services } from '../services.ts';
import { deleteAccount, deleteAllPics } from './delete-account.ts';
import { callerOf, signedIn, tokenOf } from './identify.ts';
import { login } from './login.ts';
import { Credentials, User } from './schemas.ts';
import { signInAgain } from './sign-in-again.ts';
import { photosPrefix, vipLevelOf } from './user.ts';

/** Signing in, the person, and their upload credentials. */
export async function accountRoutes(app: ApiApp, services: Services): Promise<void> {
  const { clock, reads, sessions, space } = services;

  app.post(
    '/login',
    {
      schema: {
        summary: 'Exchange the token of a login provider for a token of this API',
        security: [],
        body: Type.Object({
          login_type: Type.String({ minLength: 1, maxLength: 40 }),
          token: Type.String({ minLength: 1, maxLength: 4096 }),
        }),
        response: { 200: envelopeOf(Type.Object({ token: Type.String() })) },
      },
    },
    async request => answer({ token: await login(services, request.body.login_type, request.body.token) }),
  );

  app.get(
    '/getUserInfo',
    {
      onRequest: signedIn,
      schema: { summary: 'The person who is signed in', response: { 200: envelopeOf(User) } },
    },
    async request => {
      const user = await reads.users.get(callerOf(request));
      if (!user) throw signInAgain();
      const vipLevel = vipLevelOf(user, clock());
      const vipExpires = vipLevel > 0 ? Math.floor(user.vip_expire_time!.getTime() / 1000) : 0;
      const { user_id, nickname, avatar, coins } = user;
      return answer({ user_id, nickname, avatar, coins, vip_level: vipLevel, vip_expire_time: vipExpires });
    },
  );

  app.get(
    '/getOssStsInfo',
    {
      onRequest: signedIn,
      schema: {
        summary: 'Credentials for 15 minutes that may put photos below the own prefix',
        response: { 200: envelopeOf(Credentials) },
      },
    },
    async request => {
      const prefix = photosPrefix(callerOf(request));
      return answer({ ...(await space.allowUpload(prefix, originOf(request))), prefix });
    },
  );

  app.post(
    '/logout',
    {
      onRequest: signedIn,
      schema: { summary: 'Make the token worthless', response: { 200: emptyEnvelope } },
    },
    async (request, reply) => {
      await sessions.revoke(tokenOf(request) ?? '');
      // The person's pictures may still be in the browser's own cache.
      reply.header('clear-site-data', '"cache"');
      return answer(null);
    },
  );

  app.post(
    '/deleteAllPics',
    {
      onRequest: signedIn,
      schema: { summary: 'Delete all photos, pics and jobs', response: { 200: emptyEnvelope } },
    },
    async request => {
      await deleteAllPics(services, callerOf(request));
      return answer(null);
    },
  );

  app.post(
    '/deleteAccount',
    {
      onRequest: signedIn,
      schema: { summary: 'Delete the account with everything in it', response: { 200: emptyEnvelope } },
    },
    async request => {
      await deleteAccount(services, callerOf(request));
      return answer(null);
    },
  );
}
