/** Name of the cache where the service worker stores files shared from other apps until the page reads them. */
export const sharedCache = 'tyy-shared';

/** Id that stands for a share that could not be stored completely. */
export const lostShare = 'lost';
