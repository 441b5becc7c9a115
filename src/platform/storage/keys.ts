/** What screens show of the signed-in user until, or instead of, what the server says. */
export const seenKeys = [
  'tyy.user',
  'tyy.jobs',
  'tyy.pics',
  'tyy.statements',
  'tyy.packs',
  'tyy.plans',
] as const;

/** What belongs to the signed-in user, and goes when they log out. */
export const personalKeys = [
  'tyy.token',
  'tyy.wizard',
  'tyy.order',
  'tyy.job',
  'tyy.ad-jobs',
  'tyy.favourites',
  'tyy.pick',
  'tyy.progress',
  'tyy.consent',
  ...seenKeys,
] as const;

/** What is saved only to be quicker next time; it belongs to nobody and is loaded again by itself. */
export const cachedKeys = ['tyy.home-pics', 'tyy.templates', 'tyy.operator'] as const;

/** Every key under which the app saves something; the module that opens it (`saved`) says what. */
export const keys = [
  ...personalKeys,
  ...cachedKeys,
  'tyy.language',
  'tyy.behind',
  'tyy.sign-in',
  'tyy.dialog',
  'tyy.reloaded',
  'tyy.signed-out',
] as const;

/** The name of a saved value. */
export type Key = (typeof keys)[number];
