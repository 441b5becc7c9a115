/** The cache in which the service worker keeps what other apps share with this one, until the page takes it. */
export const sharedCache = 'tyy-shared';

/** The name of a share of which something could not be kept. */
export const lostShare = 'lost';
