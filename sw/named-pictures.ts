import type { WorkboxPlugin } from 'workbox-core/types.js';
import { matchPrecache } from 'workbox-precaching';
import { inTime } from '../src/platform/in-time.ts';

declare const self: ServiceWorkerGlobalScope;

/** Cache of the lists, whose names outlive this worker. */
export const listCache = 'tyy-lists';

/** Addresses of pictures in the lists. */
const named = new Set<string>();
/** Reads the lists that an earlier worker cached. */
let reading: Promise<void> | null = null;
let isRead = false;

/** Notes the pictures of each list that is loaded, of any origin. */
export const noteNames: WorkboxPlugin = {
  fetchDidSucceed: async ({ response }) => {
    const names = await namesIn(response.clone());
    for (const name of names) (await knownNames()).add(name);
    return response;
  },
};

/** True if a list of templates, Home's pictures or apps contains this address; ignores the width that the app adds. */
export async function isNamed(address: string): Promise<boolean> {
  return (await knownNames()).has(withoutWidth(address) ?? '');
}

async function knownNames(): Promise<Set<string>> {
  reading ??= readNames().then(names => {
    for (const name of names) named.add(name);
  });
  // A silent cache must not block a list or picture; its names count once they arrive.
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
  // An envelope, or the list of apps itself.
  const list: unknown = json?.data?.list ?? json?.data ?? json;
  if (!Array.isArray(list)) return [];
  return list.flatMap(item => withoutWidth(item?.pic_url ?? item?.icon ?? item) ?? []);
}

/** Null if it is not an address. */
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
