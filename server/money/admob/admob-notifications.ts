import { createPublicKey } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { DbAndClock } from '../../db/database.ts';
import { fetchElsewhere, mostBytes } from '../../elsewhere/fetch-elsewhere.ts';
import { type FindKey, keepKeys } from '../keep-keys.ts';
import { noteAd, readCallback } from './verified-ads.ts';

/** Cache keys for this long (ms). AdMob allows at most a day. */
const longest = 24 * 60 * 60 * 1000;

const timeLimit = 5_000;

interface KeyList {
  keys: { keyId: number; pem: string }[];
}

const admobPath = '/notify/admob';

/** `admob` is null if AdMob's verification is not required. */
export interface AdmobParts extends DbAndClock {
  config: { admob: AdmobAccount | null };
}

/** AdMob repeats a callback until the response is 200. Logs signed callbacks that are malformed or earn no reward. */
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

export function openAdKeys(url: string, clock: () => number): FindKey {
  return keepKeys(
    async () => {
      const response = await fetchElsewhere(
        url,
        { signal: AbortSignal.timeout(timeLimit) },
        { most: mostBytes.keys },
      );
      if (!response.ok) throw new Error(`AdMob's list of keys came with status ${response.status}.`);
      const { keys } = (await response.json()) as KeyList;
      return new Map(keys.map(({ keyId, pem }) => [String(keyId), createPublicKey(pem)]));
    },
    { clock, longest },
  );
}

/** Numbers of the rewarded ad units, and the address of AdMob's key list, which all publishers share. */
export interface AdmobAccount {
  adUnits: string[];
  keysUrl: string;
}
