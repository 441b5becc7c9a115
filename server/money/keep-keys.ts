import type { KeyObject } from 'node:crypto';
import { fetchElsewhere, mostBytes } from '../elsewhere/fetch-elsewhere.ts';

/** Minimum time between two reloads because of unknown keys (ms). */
const retryDelay = 60_000;

export type FindKey = (id: string) => Promise<KeyObject | null>;

/** Caches keys for `longest` ms; reloads them if an id is unknown. Concurrent callers share a request. */
export function keepKeys(
  load: () => Promise<Map<string, KeyObject>>,
  { clock, longest = Number.POSITIVE_INFINITY }: { clock: () => number; longest?: number },
): FindKey {
  let kept = new Map<string, KeyObject>();
  let loaded = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | null = null;

  return async id => {
    const age = clock() - loaded;
    if (age > longest || (!kept.has(id) && age > retryDelay)) {
      loading ??= load()
        .then(keys => {
          kept = keys;
          loaded = clock();
        })
        .finally(() => {
          loading = null;
        });
      await loading;
    }
    return kept.get(id) ?? null;
  };
}

const timeLimit = 5_000;

/** Fetches a service's list of public keys. `whose` begins the error's message. */
export async function fetchKeyList<Key>(url: string, whose: string): Promise<Key[]> {
  const signal = AbortSignal.timeout(timeLimit);
  const response = await fetchElsewhere(url, { signal }, { most: mostBytes.keys });
  if (!response.ok) throw new Error(`${whose} came with status ${response.status}.`);
  return ((await response.json()) as { keys: Key[] }).keys;
}
