/** Cache in which the service worker saves what other apps share, until the page takes it. */
export const sharedCache = 'tyy-shared';

/** Id of a share of which something could not be saved. */
export const lostShare = 'lost';
