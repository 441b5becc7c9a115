import { clientsClaim } from 'workbox-core';
import type { RouteHandlerCallback, RouteMatchCallback } from 'workbox-core/types.js';
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  precache,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { basePath } from '../src/paths.ts';
import { inTime } from '../src/platform/in-time.ts';
import { lostShare, sharedCache } from '../src/platform/storage/shared-cache.ts';
import { openNoticed } from './open-noticed.ts';
import { notePastCache, orNetwork } from './or-network.ts';
import { isPicture, takePicture } from './pictures.ts';
import { isPublicList, publicLists } from './public-lists.ts';
import { showPushed } from './show-pushed.ts';

const wizard = '/tyy/make-pic';

/** Matches pictures shared from other apps. The manifest's share target sends them to this address. */
const isShare: RouteMatchCallback = ({ url }) => url.pathname === wizard;

/** Saves shared pictures, then opens the wizard, which loads them. If saving fails, the wizard shows a note. */
const takeShare: RouteHandlerCallback = async ({ request }) => {
  const shared = await save(request).catch(() => lostShare);
  return Response.redirect(shared ? `${wizard}?shared=${shared}` : wizard, 303);
};

/** Matches files that are precached. */
const isOwnFile: RouteMatchCallback = ({ url }) => getCacheKeyForURL(url.href) !== undefined;

/** Returns a file from this worker's precache. */
const openOwnFile: RouteHandlerCallback = options =>
  orNetwork(options, () => createHandlerBoundToURL(options.url.href)(options));

const home = `${basePath}/`;

/** Matches files, which are not screens, for example a picture opened in its own tab: a path with an extension. */
const fileAddress = /^[^?]*\.[^/?]+(\?|$)/;

declare const self: ServiceWorkerGlobalScope;

// The build replaces `__WB_MANIFEST` with the list of the app's files.
addPlugins([notePastCache]);
precache(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(appScreens());
registerRoute(isOwnFile, openOwnFile);
registerRoute(isPicture, takePicture);
registerRoute(isPublicList, publicLists);
registerRoute(isShare, takeShare, 'POST');

// The first version takes control of open pages at once. Later versions wait until the user agrees.
clientsClaim();
self.addEventListener('message', event => {
  if (event.data?.type === 'SKIP_WAITING') self.skipWaiting();
  if (event.data?.type === 'CLAIM') event.waitUntil(self.clients.claim());
});
self.addEventListener('push', event => event.waitUntil(showPushed(event.data)));
self.addEventListener('notificationclick', event => {
  event.notification.close();
  event.waitUntil(openNoticed(event.notification));
});

/** Serves every screen from the precache: Home prerendered, others as frame.html. Call this after `precache`. */
function appScreens(): NavigationRoute {
  const openHome = createHandlerBoundToURL('index.html');
  const openOther = getCacheKeyForURL('frame.html') ? createHandlerBoundToURL('frame.html') : openHome;
  return new NavigationRoute(
    options => {
      const open = options.url.pathname === home ? openHome : openOther;
      return orNetwork({ request: options.request, event: options.event }, () => open(options));
    },
    { denylist: [fileAddress] },
  );
}

async function save(request: Request): Promise<string | null> {
  const form = await request.formData();
  const files = form.getAll('photos').filter(value => value instanceof File);
  if (files.length === 0) return null;
  // Delete an earlier share that was never opened.
  await inTime(caches.delete(sharedCache));
  const cache = await inTime(caches.open(sharedCache));
  for (const [place, file] of files.entries()) {
    const headers = { 'content-type': file.type, 'x-file-name': encodeURIComponent(file.name) };
    await inTime(cache.put(`/tyy/shared/${place}`, new Response(file, { headers })));
  }
  return '1';
}
