import type { RouteMatchCallback, WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { NetworkFirst } from 'workbox-strategies';
import { listCache, noteNames } from './named-pictures.ts';

/** The only API calls whose responses are cached, because they are the same for everybody. */
const calls = ['/v1/getTemplates', '/v1/getHomePics'];

/** Makes one cache entry per language, and ignores other headers of the request. */
const onePerLanguage: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => {
    const key = new URL(request.url);
    key.searchParams.set('user-language', request.headers.get('user-language') ?? '');
    return key.href;
  },
};

/** Caches only successes, because the API reports some failures with status 200. */
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

/** Returns the newest list; if the network takes longer than 4 s or is missing, the cached list. */
export const publicLists = new NetworkFirst({
  cacheName: listCache,
  networkTimeoutSeconds: 4,
  // The key contains the language, so `Vary` is not needed.
  matchOptions: { ignoreVary: true },
  plugins: [
    onePerLanguage,
    noteNames,
    onlySuccesses,
    new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 30 * 24 * 60 * 60 }),
  ],
});
