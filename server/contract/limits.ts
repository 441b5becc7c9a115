/** Limits of server and app. The app imports only their types (`satisfies`), so that its bundle does not grow. */
export const limits = {
  /** Most photos per job, including the front photo. */
  photos: 5,
  /** 20 MB per photo. */
  photoBytes: 20_971_520,
  /** Templates per page of the app's grid. */
  templatesAPage: 21,
  /** Most try-ons per request. */
  tryOnsAtOnce: 12,
  tryOnsADay: 240,
  /** Version of the consent sheet's text. Increase it if the text changes; the app then asks all users again. */
  consentText: 1,
  adCoins: 15,
  welcomeCoins: 50,
} as const;

export type Limits = typeof limits;
