import type { KeyObject } from 'node:crypto';

/** Milliseconds between two requests for a key that is not on the list. */
const retryDelay = 60_000;

/** Returns the public key with an id; null when the service has none of it. */
export type FindKey = (id: string) => Promise<KeyObject | null>;

/**
 * Keeps a service's list of keys for `longest` milliseconds, and loads it again at once when one is new. Those who ask meanwhile
 * wait for the same list; after a failure, which each of them gets, the next one tries again.
 */
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
