/** Shared with the app, which imports only their types (`satisfies`): that adds nothing to its bundle. */
export const limits = {
  /** Maximum number of photos per job, including the front photo. */
  photos: 5,
  /** 20 MB per photo. */
  photoBytes: 20_971_520,
  /** Page size of the app's template grid. */
  templatesAPage: 21,
  tryOnsAtOnce: 12,
  tryOnsADay: 240,
  /** Version of the consent sheet's text. Increase it when the text changes; the app then asks all users again. */
  consentText: 2,
  adCoins: 15,
  welcomeCoins: 50,
} as const;

export type Limits = typeof limits;
