import type { FastifyInstance } from 'fastify';
import type { Feature } from '../contract/features.ts';
import type { HotReads } from '../db/hot-reads.ts';
import { callerOf, signInAgain, tokenOf } from '../http/caller.ts';
import { originOf } from '../http/origin.ts';
import { serveCall } from '../http/serve-call.ts';
import type { PictureStorage } from '../store/picture-storage.ts';
import { type LoginParts, login } from './login.ts';
import type { Sessions } from './sessions.ts';
import { hashOf } from './tokens.ts';
import { photosPrefix, vipLevelOf } from './user.ts';

/** What the calls of an account need. */
export interface AccountParts extends LoginParts {
  /** What this backend serves beyond the calls of the specification. */
  features: Feature[];
  reads: HotReads;
  sessions: Sessions;
  storage: PictureStorage;
}

/** Signing in and out, the user, and their upload credentials. */
export async function accountRoutes(app: FastifyInstance, parts: AccountParts): Promise<void> {
  const { clock, features, reads, sessions, storage } = parts;

  serveCall(app, 'login', async ({ body }) => ({
    token: await login(parts, body.login_type, body.token),
  }));

  serveCall(app, 'getUserInfo', async request => {
    const user = await reads.users.get(callerOf(request));
    if (!user) throw signInAgain();
    const vipLevel = vipLevelOf(user, clock());
    const { user_id, nickname, avatar, coins } = user;
    return {
      user_id,
      nickname,
      avatar,
      coins,
      vip_level: vipLevel,
      vip_expire_time: vipLevel > 0 ? Math.floor(user.vip_expire_time!.getTime() / 1000) : 0,
      features,
    };
  });

  serveCall(app, 'getOssStsInfo', async request => {
    const prefix = photosPrefix(callerOf(request));
    return {
      ...(await storage.allowUpload(prefix, hashOf(tokenOf(request) ?? ''), originOf(request))),
      prefix,
    };
  });

  serveCall(app, 'logout', async (request, reply) => {
    await sessions.revoke(tokenOf(request) ?? '');
    // The user's pictures may still be in the browser's own cache.
    reply.header('clear-site-data', '"cache"');
    return null;
  });
}
