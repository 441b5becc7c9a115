import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import { openAdKeys } from './admob-keys.ts';
import { readCallback } from './read-callback.ts';
import { noteAd } from './verified-ads.ts';

/** The address to which AdMob reports watched ads. */
export const admobPath = '/notify/admob';

/** What the notifications need; `adKeysUrl` is null where AdMob's verification is not required. */
export interface AdmobParts {
  config: { adKeysUrl: string | null };
  db: Database;
  clock: () => number;
}

/** Receives AdMob's callbacks where they are required; after any response but 200 AdMob tries again. */
export async function admobNotifications(
  app: FastifyInstance,
  { config, db, clock }: AdmobParts,
): Promise<void> {
  if (config.adKeysUrl === null) return;
  const keys = openAdKeys(config.adKeysUrl, clock);

  app.get(admobPath, async (request, reply) => {
    const url = request.raw.url ?? '';
    const ad = await readCallback(url.slice(url.indexOf('?') + 1), keys);
    reply.header('cache-control', 'no-store');
    if (!ad) return reply.code(403).send({ verified: false });
    await noteAd(db, ad, clock());
    return { verified: true };
  });
}
