import type { RouteHandlerCallback, RouteMatchCallback, WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { isNamed } from './named-pictures.ts';
import { notePastCache, orNetwork } from './or-network.ts';

declare const self: ServiceWorkerGlobalScope;

/** Where our own backend has the templates' previews: known without a list, which may have come before this worker. */
const ownFolder = '/template-pics/';

const month = 30 * 24 * 60 * 60;
/**
 * So many responses are kept that cannot be looked into: Home's four and a screen of templates. Chromium counts each as
 * its size and up to 14.6 MB more at random, 7.6 MB on average (`npm run bench -- opaque`).
 */
const mostOpaque = 30;

/** Takes whole pictures only: no errors, no pages in their place, and no responses that cannot be looked into. */
const onlyPictures: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => {
    const isPicture = response.headers.get('content-type')?.startsWith('image/') ?? false;
    return response.status === 200 && isPicture ? response : null;
  },
};

/** Pictures as they were when they were last seen. */
const pictures = new CacheFirst({
  cacheName: 'tyy-pictures',
  plugins: [notePastCache, onlyPictures, new ExpirationPlugin({ maxEntries: 200, maxAgeSeconds: month })],
});

/**
 * Any of these may be an error, so that the network is asked first: the browser's own cache keeps it quick. Alone they
 * go when the quota is full, for they are nearly all that it counts.
 */
const opaquePictures = new NetworkFirst({
  cacheName: 'tyy-opaque-pictures',
  networkTimeoutSeconds: 4,
  plugins: [new ExpirationPlugin({ maxEntries: mostOpaque, maxAgeSeconds: month, purgeOnQuotaError: true })],
});

/** Origins that have refused CORS to this worker: they are not asked twice for each picture. */
const withoutCors = new Set<string>();

/** Any picture: whether a list names it, and it belongs to nobody, is known only later. */
export const isPicture: RouteMatchCallback = ({ request }) => request.destination === 'image';

/** Keeps the pictures that the lists name, whatever their origin. A user's own photos and pics are never kept here. */
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
