import { createHandlerBoundToURL, getCacheKeyForURL } from 'workbox-precaching';
import { NavigationRoute } from 'workbox-routing';
import { basePath } from '../src/paths.ts';
import { orNetwork } from './or-network.ts';

const home = `${basePath}/`;
/** Addresses that end like a file's, such as a picture that is opened in a tab of its own. */
const fileAddress = /^[^?]*\.[^/?]+(\?|$)/;

/**
 * Opens every screen from the precache, also offline. Home has a page that was drawn at build time; the others start
 * from a frame that shows nothing of Home, where the build made one. The precache must be filled in before.
 */
export function appScreens(): NavigationRoute {
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
