/**
 * Limits that the server and the app share. The app imports only their types (`satisfies`), which adds nothing to its
 * bundle.
 */
export const limits = {
  /** Maximum number of photos per job, including the front photo. */
  photos: 5,
  /** 20 MB per photo. */
  photoBytes: 20_971_520,
  /** Page size of the app's template grid. */
  templatesAPage: 21,
  /** Maximum number of try-ons per request. */
  tryOnsAtOnce: 12,
  tryOnsADay: 240,
  /** Version of the consent sheet's text. Increase it when the text changes; the app then asks all users again. */
  consentText: 2,
  adCoins: 15,
  welcomeCoins: 50,
} as const;

export type Limits = typeof limits;
