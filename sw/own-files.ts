import type { RouteHandlerCallback, RouteMatchCallback } from 'workbox-core/types.js';
import { createHandlerBoundToURL, getCacheKeyForURL } from 'workbox-precaching';
import { orNetwork } from './or-network.ts';

/** A file that the build lists. */
export const isOwnFile: RouteMatchCallback = ({ url }) => getCacheKeyForURL(url.href) !== undefined;

/** Opens it as it was installed with this worker. */
export const openOwnFile: RouteHandlerCallback = options =>
  orNetwork(options, () => createHandlerBoundToURL(options.url.href)(options));
