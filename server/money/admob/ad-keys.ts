import { createPublicKey, type KeyObject } from 'node:crypto';

/** Milliseconds; AdMob allows no longer. */
const longestKept = 24 * 60 * 60 * 1000;

/** Milliseconds between two requests for a key that is not on the list. */
const retryDelay = 60_000;

const timeLimit = 5_000;

/** Returns the public key with an id, or null when AdMob has none of it. */
export type AdKeys = (keyId: string) => Promise<KeyObject | null>;

interface KeyList {
  keys: { keyId: number; pem: string }[];
}

/** Keeps AdMob's list of keys for a day, and loads it again at once when a notification names a new one. */
export function openAdKeys(url: string, clock: () => number): AdKeys {
  let kept = new Map<string, KeyObject>();
  let fetched = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | null = null;

  async function load(): Promise<void> {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeLimit) });
    if (!response.ok) throw new Error(`AdMob's list of keys came with status ${response.status}.`);
    const { keys } = (await response.json()) as KeyList;
    kept = new Map(keys.map(({ keyId, pem }) => [String(keyId), createPublicKey(pem)]));
    fetched = clock();
  }

  return async keyId => {
    const age = clock() - fetched;
    if (age > longestKept || (!kept.has(keyId) && age > retryDelay)) {
      fetching ??= load().finally(() => {
        fetching = null;
      });
      await fetching;
    }
    return kept.get(keyId) ?? null;
  };
}
