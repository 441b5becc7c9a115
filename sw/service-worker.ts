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

/** Pictures that another app hands over, as the manifest's share target asks for them. */
const isShare: RouteMatchCallback = ({ url }) => url.pathname === wizard;

/** Keeps the shared pictures until the wizard takes them, and opens it, which says so where they are lost. */
const takeShare: RouteHandlerCallback = async ({ request }) => {
  const shared = await save(request).catch(() => lostShare);
  return Response.redirect(shared ? `${wizard}?shared=${shared}` : wizard, 303);
};

/** A file that the build lists. */
const isOwnFile: RouteMatchCallback = ({ url }) => getCacheKeyForURL(url.href) !== undefined;

/** Opens it as it was installed with this worker. */
const openOwnFile: RouteHandlerCallback = options =>
  orNetwork(options, () => createHandlerBoundToURL(options.url.href)(options));

const home = `${basePath}/`;

/** Addresses that end like a file's, such as a picture that is opened in a tab of its own. */
const fileAddress = /^[^?]*\.[^/?]+(\?|$)/;

declare const self: ServiceWorkerGlobalScope;

// The build puts the list of the app's own files here.
addPlugins([notePastCache]);
precache(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(appScreens());
registerRoute(isOwnFile, openOwnFile);
registerRoute(isPicture, takePicture);
registerRoute(isPublicList, publicLists);
registerRoute(isShare, takeShare, 'POST');

// The page of the first visit is served at once; a later version only comes when the user asks for it.
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

/**
 * Opens every screen from the precache, also offline. Home has a page that was drawn at build time; the others start
 * from a frame that shows nothing of Home, where the build made one. The precache must be filled in before.
 */
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
  // What was shared before and never opened is not wanted any more.
  await inTime(caches.delete(sharedCache));
  const cache = await inTime(caches.open(sharedCache));
  for (const [place, file] of files.entries()) {
    const headers = { 'content-type': file.type, 'x-file-name': encodeURIComponent(file.name) };
    await inTime(cache.put(`/tyy/shared/${place}`, new Response(file, { headers })));
  }
  return '1';
}
