import type { KeyObject } from 'node:crypto';

/** Minimum time between two reloads because of unknown keys (ms). */
const retryDelay = 60_000;

/** Null if the service has no key with this id. */
export type FindKey = (id: string) => Promise<KeyObject | null>;

/**
 * Caches a service's public keys for `longest` milliseconds. Reloads them earlier if an id is unknown. Concurrent
 * callers share one request. If it fails, they all reject, and the next call retries.
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
