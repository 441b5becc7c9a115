import type { WorkboxPlugin } from 'workbox-core/types.js';
import { matchPrecache } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope;

/** The cache of the lists, in which the names outlive this worker. */
export const listCache = 'tyy-lists';

/** Addresses of the pictures that the lists name; null until they were read from the cache. */
let named: Set<string> | null = null;

/** Notes the pictures of each list that passes through, wherever they lie. */
export const noteNames: WorkboxPlugin = {
  fetchDidSucceed: async ({ response }) => {
    const names = await namesIn(response.clone());
    for (const name of names) (await knownNames()).add(name);
    return response;
  },
};

/** Whether a list of templates, of Home's pictures or of apps names this address; the width that the app adds does not count. */
export async function isNamed(address: string): Promise<boolean> {
  return (await knownNames()).has(withoutWidth(address));
}

async function knownNames(): Promise<Set<string>> {
  if (named) return named;
  const cache = await caches.open(listCache);
  const saved = (await cache.keys()).map(request => cache.match(request));
  const lists = await Promise.all([matchPrecache('apps.json'), ...saved]);
  const names = await Promise.all(lists.map(list => (list ? namesIn(list) : [])));
  named ??= new Set(names.flat());
  return named;
}

async function namesIn(response: Response): Promise<string[]> {
  const json = await response.json().catch(() => null);
  // An envelope, or the list of apps itself.
  const list: unknown = json?.data?.list ?? json?.data ?? json;
  if (!Array.isArray(list)) return [];
  return list
    .map(item => item?.pic_url ?? item?.icon ?? item)
    .filter(address => typeof address === 'string' && URL.canParse(address, self.location.href))
    .map(withoutWidth);
}

function withoutWidth(address: string): string {
  const url = new URL(address, self.location.href);
  url.searchParams.delete('w');
  return url.href;
}
