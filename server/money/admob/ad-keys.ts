import { createPublicKey } from 'node:crypto';
import { fetchElsewhere, mostBytes } from '../../elsewhere/fetch-elsewhere.ts';
import { type FindKey, keepKeys } from '../keep-keys.ts';

/** Milliseconds; AdMob allows no longer. */
const longest = 24 * 60 * 60 * 1000;

const timeLimit = 5_000;

interface KeyList {
  keys: { keyId: number; pem: string }[];
}

/** Keeps AdMob's list of keys for a day. */
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
