import type { RouteHandlerCallback, RouteMatchCallback, WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { isNamed } from './named-pictures.ts';
import { notePastCache, orNetwork } from './or-network.ts';

declare const self: ServiceWorkerGlobalScope;

/** Template previews on our own server. They are always public, even if this worker has not seen their list. */
const ownFolder = '/template-pics/';

const month = 30 * 24 * 60 * 60;
/**
 * Maximum number of cached opaque responses: enough for Home's four pictures and a screen of templates. Chromium counts
 * each as its size plus a random padding of up to 14.6 MB, on average 7.6 MB (`npm run bench -- opaque`).
 */
const mostOpaque = 30;

/** Caches only complete pictures, not errors, HTML pages or opaque responses. */
const onlyPictures: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => {
    const isPicture = response.headers.get('content-type')?.startsWith('image/') ?? false;
    return response.status === 200 && isPicture ? response : null;
  },
};

const pictures = new CacheFirst({
  cacheName: 'tyy-pictures',
  plugins: [notePastCache, onlyPictures, new ExpirationPlugin({ maxEntries: 200, maxAgeSeconds: month })],
});

/** Network first, because an opaque response may be an error. Fills most of the quota, so it is cleared first. */
const opaquePictures = new NetworkFirst({
  cacheName: 'tyy-opaque-pictures',
  networkTimeoutSeconds: 4,
  plugins: [new ExpirationPlugin({ maxEntries: mostOpaque, maxAgeSeconds: month, purgeOnQuotaError: true })],
});

/** Origins that refused CORS, so that it is not tried again for each picture. */
const withoutCors = new Set<string>();

/** Matches all pictures. `takePicture` checks whether a picture is public. */
export const isPicture: RouteMatchCallback = ({ request }) => request.destination === 'image';

/** Caches public pictures of any origin, but never the user's own photos and pictures. */
export const takePicture: RouteHandlerCallback = async ({ request, event, url }) => {
  const isOwn = url.origin === self.location.origin;
  const isPublic = (isOwn && url.pathname.startsWith(ownFolder)) || (await isNamed(url.href));
  if (!isPublic) return fetch(request);
  if (isOwn) return openPicture(request, event);
  if (!withoutCors.has(url.origin)) {
    const open = new Request(url.href, { mode: 'cors', credentials: 'omit' });
    const response = await openPicture(open, event).catch(() => null);
    if (response) return response;
  }
  const response = await opaquePictures.handle({ request, event });
  if (navigator.onLine) withoutCors.add(url.origin);
  return response;
};

const openPicture = (request: Request, event: ExtendableEvent): Promise<Response> =>
  orNetwork({ request, event }, () => pictures.handle({ request, event }));
