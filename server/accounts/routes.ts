import type { FastifyInstance } from 'fastify';
import type { User } from '../contract/account.ts';
import type { Feature } from '../contract/features.ts';
import type { Channel } from '../contract/money.ts';
import type { HotReads } from '../db/hot-reads.ts';
import { callerOf, signInAgain, tokenOf } from '../http/caller.ts';
import { checkReturn, originOf } from '../http/origin.ts';
import { serveCall } from '../http/serve-call.ts';
import type { PictureStorage } from '../store/object-store.ts';
import { allowSupport, supportUntil } from './consent.ts';
import { type LoginParts, login } from './login.ts';
import { hashOf, type Sessions } from './sessions.ts';
import { loadUser, photosPrefix, vipLevelOf } from './user.ts';

interface AccountParts extends LoginParts {
  features: Feature[];
  /** Payment channels through which users can buy something; null in the sandbox. */
  payChannels: Channel[] | null;
  reads: HotReads;
  sessions: Sessions;
  storage: PictureStorage;
  config: { corsOrigins: string[] };
  /** Null if no subscription of this user renews soon. */
  nextRenewal: (userId: string) => Promise<User['renewal'] | null>;
}

export async function accountRoutes(app: FastifyInstance, parts: AccountParts): Promise<void> {
  const { clock, features, payChannels, reads, sessions, storage } = parts;

  serveCall(app, 'login', async request => {
    const { body } = request;
    if (body.redirect_uri !== undefined)
      checkReturn('redirect_uri', body.redirect_uri, request, parts.config);
    return { token: await login(parts, body) };
  });

  serveCall(app, 'getUserInfo', async request => {
    const user = await reads.users.get(callerOf(request));
    if (!user) throw signInAgain();
    const vipLevel = vipLevelOf(user, clock());
    const renewal = vipLevel > 0 ? await parts.nextRenewal(user.user_id) : null;
    const { user_id, nickname, avatar, coins, consent_version } = user;
    return {
      user_id,
      nickname,
      avatar,
      coins,
      vip_level: vipLevel,
      vip_expire_time: vipLevel > 0 ? Math.floor(user.vip_expire_time!.getTime() / 1000) : 0,
      ...(renewal && { renewal }),
      consent_version,
      features,
      ...(payChannels && { pay_channels: payChannels }),
    };
  });

  serveCall(app, 'getOssStsInfo', async request => {
    const prefix = photosPrefix(callerOf(request));
    return {
      ...(await storage.allowUpload(prefix, hashOf(tokenOf(request) ?? ''), originOf(request))),
      prefix,
    };
  });

  serveCall(app, 'getSupportAccess', async request => {
    const user = await loadUser(parts.db.query, callerOf(request));
    return { until: supportUntil(user, clock())?.toISOString() ?? null };
  });

  serveCall(app, 'allowSupport', async request => {
    const until = await allowSupport(parts, callerOf(request), request.body.allow);
    return { until: until?.toISOString() ?? null };
  });

  serveCall(app, 'logout', async (request, reply) => {
    await sessions.revoke(tokenOf(request) ?? '');
    // Clear the browser's cache, which may contain the user's pictures.
    reply.header('clear-site-data', '"cache"');
    return null;
  });
}
