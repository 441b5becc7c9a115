import type { RouteMatchCallback, WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { NetworkFirst } from 'workbox-strategies';
import { listCache, noteNames } from './named-pictures.ts';

/** The only calls whose responses are kept: they are the same for everybody. */
const calls = ['/v1/getTemplates', '/v1/getHomePics'];

/** One entry for each language, whatever else the request carries. */
const onePerLanguage: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => {
    const key = new URL(request.url);
    key.searchParams.set('user-language', request.headers.get('user-language') ?? '');
    return key.href;
  },
};

/** Takes responses that succeeded: the API reports some failures with status 200. */
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

/** One of the calls whose responses are kept. */
export const isPublicList: RouteMatchCallback = ({ url }) => calls.includes(url.pathname);

/** The newest list; after 4 s, or without a network, the one that came last. */
export const publicLists = new NetworkFirst({
  cacheName: listCache,
  networkTimeoutSeconds: 4,
  // The language is in the key already.
  matchOptions: { ignoreVary: true },
  plugins: [
    onePerLanguage,
    noteNames,
    onlySuccesses,
    new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 30 * 24 * 60 * 60 }),
  ],
});
