import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import { openAdKeys } from './ad-keys.ts';
import type { AdmobAccount } from './admob-account.ts';
import { readCallback } from './read-callback.ts';
import { noteAd } from './verified-ads.ts';

/** The address to which AdMob reports watched ads. */
const admobPath = '/notify/admob';

/** What the notifications need; `admob` is null where AdMob's verification is not required. */
export interface AdmobParts {
  config: { admob: AdmobAccount | null };
  db: Database;
  clock: () => number;
}

/**
 * Receives AdMob's callbacks where they are required; after any response but 200 AdMob tries again. What AdMob signed, but
 * is malformed or does not count, is logged.
 */
export async function admobNotifications(
  app: FastifyInstance,
  { config, db, clock }: AdmobParts,
): Promise<void> {
  if (!config.admob) return;
  const { keysUrl, adUnits } = config.admob;
  const keys = openAdKeys(keysUrl, clock);

  app.get(admobPath, async (request, reply) => {
    const url = request.raw.url ?? '';
    const ad = await readCallback(url.slice(url.indexOf('?') + 1), keys);
    reply.header('cache-control', 'no-store');
    if (ad === 'unsigned') return reply.code(403).send({ verified: false });
    if (ad === 'malformed') {
      request.log.error('A callback that AdMob signed is malformed.');
      return reply.code(400).send({ verified: false });
    }
    const problem = await noteAd(db, ad, { adUnits, now: clock() });
    if (problem !== null) request.log.warn(`The ad ${ad.transactionId} does not count: ${problem}.`);
    return { verified: true };
  });
}
