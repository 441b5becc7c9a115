/** Data of the signed-in user, shown until the server responds, or offline. */
export const seenKeys = [
  'tyy.user',
  'tyy.jobs',
  'tyy.pics',
  'tyy.statements',
  'tyy.packs',
  'tyy.plans',
] as const;

/** Removed on logout. */
export const personalKeys = [
  'tyy.token',
  'tyy.signed-in',
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

/** Caches without personal data; loaded again when needed. */
export const cachedKeys = ['tyy.home-pics', 'tyy.templates', 'tyy.operator'] as const;

/** All keys of saved values; each value's type is in the module that opens it (`saved`). */
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

export type Key = (typeof keys)[number];
