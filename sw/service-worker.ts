import { clientsClaim } from 'workbox-core';
import { addPlugins, cleanupOutdatedCaches, precache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { appScreens } from './app-screens.ts';
import { openNoticed } from './open-noticed.ts';
import { notePastCache } from './or-network.ts';
import { isOwnFile, openOwnFile } from './own-files.ts';
import { isPicture, takePicture } from './pictures.ts';
import { isPublicList, publicLists } from './public-lists.ts';
import { showPushed } from './show-pushed.ts';
import { isShare, takeShare } from './take-share.ts';

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
