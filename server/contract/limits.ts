/** Limits of server and app. The app imports only their types (`satisfies`), so that its bundle does not grow. */
export const limits = {
  /** Photos per job, with the front photo. */
  photos: 5,
  /** 20 MB. */
  photoBytes: 20_971_520,
  /** Page size of the app's template grid. */
  templatesAPage: 21,
  /** Try-ons per request. */
  tryOnsAtOnce: 12,
  tryOnsADay: 240,
  /** Increase it when the text of the consent sheet changes: all users are then asked again. */
  consentText: 1,
  adCoins: 15,
  welcomeCoins: 50,
} as const;

export type Limits = typeof limits;
