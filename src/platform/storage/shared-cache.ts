/** Cache in which the service worker saves files that other apps share, until the page takes them. */
export const sharedCache = 'tyy-shared';

/** Id of a share that could not be saved completely. */
export const lostShare = 'lost';
