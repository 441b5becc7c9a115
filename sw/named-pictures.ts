import type { WorkboxPlugin } from 'workbox-core/types.js';
import { matchPrecache } from 'workbox-precaching';
import { inTime } from '../src/platform/in-time.ts';

declare const self: ServiceWorkerGlobalScope;

/** Name of the cache with the API's lists. Stays the same when a new service worker takes over. */
export const listCache = 'tyy-lists';

/** Addresses of the pictures that the lists contain. */
const named = new Set<string>();
/** Pending while the worker reads the API's lists that a previous worker has cached. */
let reading: Promise<void> | null = null;
let isRead = false;

/** Records the picture addresses in each list that the API returns. The pictures may have any origin. */
export const noteNames: WorkboxPlugin = {
  fetchDidSucceed: async ({ response }) => {
    const names = await namesIn(response.clone());
    for (const name of names) (await knownNames()).add(name);
    return response;
  },
};

/** True if a list of templates, Home's pictures or apps contains this address, in any width (`w`). */
export async function isNamed(address: string): Promise<boolean> {
  return (await knownNames()).has(withoutWidth(address) ?? '');
}

async function knownNames(): Promise<Set<string>> {
  reading ??= readNames().then(names => {
    for (const name of names) named.add(name);
  });
  // A cache that does not respond must not block a list or a picture. Its addresses are added when they arrive.
  if (!isRead) await inTime(reading).catch(() => undefined);
  isRead = true;
  return named;
}

async function readNames(): Promise<string[]> {
  const cache = await caches.open(listCache);
  const saved = (await cache.keys()).map(request => cache.match(request));
  const lists = await Promise.all([matchPrecache('apps.json'), ...saved]);
  return (await Promise.all(lists.map(list => (list ? namesIn(list) : [])))).flat();
}

async function namesIn(response: Response): Promise<string[]> {
  const json = await response.json().catch(() => null);
  // The response is either the API's envelope (`data`) or the plain list of apps.
  const list: unknown = json?.data?.list ?? json?.data ?? json;
  if (!Array.isArray(list)) return [];
  return list.flatMap(item => withoutWidth(item?.pic_url ?? item?.icon ?? item) ?? []);
}

/** Removes the width from an address. Null if it is not a valid address. */
function withoutWidth(address: unknown): string | null {
  if (typeof address !== 'string') return null;
  try {
    const url = new URL(address, self.location.href);
    url.searchParams.delete('w');
    return url.href;
  } catch {
    return null;
  }
}
