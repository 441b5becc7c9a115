import type { RouteMatchCallback, WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { NetworkFirst } from 'workbox-strategies';
import { listCache, noteNames } from './named-pictures.ts';

/** The only API calls with cached responses, because these are the same for all users. */
const calls = ['/v1/getTemplates', '/v1/getHomePics'];

/** Keeps one cache entry per language. Other request headers make no difference. */
const onePerLanguage: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => {
    const key = new URL(request.url);
    key.searchParams.set('user-language', request.headers.get('user-language') ?? '');
    return key.href;
  },
};

/** Caches only successful responses. The API reports some failures with status 200. */
const onlySuccesses: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => {
    if (response.status !== 200) return null;
    const envelope = await response
      .clone()
      .json()
      .catch(() => null);
    return envelope?.code === 0 ? response : null;
  },
};

export const isPublicList: RouteMatchCallback = ({ url }) => calls.includes(url.pathname);

/** Returns the list from the network. If that fails or takes longer than 4 s, returns the cached list. */
export const publicLists = new NetworkFirst({
  cacheName: listCache,
  networkTimeoutSeconds: 4,
  // `Vary` can be ignored, because the cache key contains the language.
  matchOptions: { ignoreVary: true },
  plugins: [
    onePerLanguage,
    noteNames,
    onlySuccesses,
    new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 30 * 24 * 60 * 60 }),
  ],
});
