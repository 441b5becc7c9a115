/** The cache in which the service worker keeps what other apps share with this one, until the page takes it. */
export const sharedCache = 'tyy-shared';
