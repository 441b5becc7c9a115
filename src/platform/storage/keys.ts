/** Keys of the signed-in user's data that are shown until the server responds, or offline. */
export const seenKeys = [
  'tyy.user',
  'tyy.jobs',
  'tyy.pics',
  'tyy.statements',
  'tyy.packs',
  'tyy.plans',
] as const;

/** Keys that are removed when the user logs out. */
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

/** Keys of caches without personal data; the app loads these values again when it needs them. */
export const cachedKeys = ['tyy.home-pics', 'tyy.templates', 'tyy.operator'] as const;

/** All keys of saved values. The type of each value is in the module that opens it (`saved`). */
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
