import type { RouteMatchCallback, WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { CacheFirst } from 'workbox-strategies';

/** Where the templates' previews and the pictures of Home lie: the same for everybody. */
const folders = ['/template-pics/', '/tyy/home/'];

/** Takes whole pictures only: no errors, no pages in their place, and no answers that cannot be looked into. */
const onlyPictures: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => {
    const isPicture = response.headers.get('content-type')?.startsWith('image/') ?? false;
    return response.status === 200 && isPicture ? response : null;
  },
};

/** A picture that belongs to nobody. A person's own photos and pics are never kept here. */
export const isPublicPicture: RouteMatchCallback = ({ request, url }) =>
  request.destination === 'image' && folders.some(folder => url.pathname.startsWith(folder));

/** Pictures as they were when they were last seen: at most 200 of them, for 30 days, and gone first when the disk is full. */
export const pictures = new CacheFirst({
  cacheName: 'tyy-pictures',
  plugins: [
    onlyPictures,
    new ExpirationPlugin({
      maxEntries: 200,
      maxAgeSeconds: 30 * 24 * 60 * 60,
      purgeOnQuotaError: true,
    }),
  ],
});
