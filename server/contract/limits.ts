/** Numbers that the server and the app hold to; the app takes only their types (`satisfies`), so that no byte crosses over. */
export const limits = {
  /** Photos of a job, the front one among them. */
  photos: 5,
  /** Bytes of one photo (20 MB). */
  photoBytes: 20_971_520,
  /** Templates of one page of the app's grid. */
  templatesAPage: 21,
  /** Templates in which a user can see themselves at once. */
  tryOnsAtOnce: 12,
  /** And in one day. */
  tryOnsADay: 240,
  /** Counted up with each change of what the sheet that asks for consent says: everybody is asked anew. */
  consentText: 1,
  /** Coins for one rewarded ad. */
  adCoins: 15,
  /** Receipts of a user in an hour that no payment provider confirms. */
  unconfirmedReceiptsAnHour: 20,
  /** How often in an hour a payment provider is asked how the orders of a user stand. */
  orderLooksAnHour: 400,
  /** Coins that a new user starts with. */
  welcomeCoins: 50,
} as const;

/** The limits, each as its number. */
export type Limits = typeof limits;
