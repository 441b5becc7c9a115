/** Keys of the user's data that are shown when offline, or until the server responds. */
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
  'tyy.renewal',
  'tyy.job',
  'tyy.ad-jobs',
  'tyy.favourites',
  'tyy.pick',
  'tyy.progress',
  'tyy.consent',
  ...seenKeys,
] as const;

/** Keys of caches without personal data. The app reloads these values when needed. */
export const cachedKeys = ['tyy.home-pics', 'tyy.templates', 'tyy.operator'] as const;

/** Keys of all saved values. Each value's type is defined where `saved` opens it. */
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
