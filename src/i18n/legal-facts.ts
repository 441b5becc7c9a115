/** A place that processes photos. Empty name: own servers; empty country: omitted. */
export interface LegalPlace {
  name: string;
  /** ISO 3166, such as CN. */
  country: string;
}

/** Facts for the legal texts and the question for consent. Unknown facts are null or empty, and left out. */
export interface LegalFacts {
  name: string;
  address: string;
  contact: string;
  country: string;
  /** Valid since this day, such as '2026-01-31'. */
  since: string;
  leastAge: number;
  photoDays: number | null;
  logDays: number | null;
  generator: LegalPlace | null;
  store: LegalPlace | null;
  /** True if software compares the faces of several photos. */
  comparesFaces: boolean;
  signIns: readonly string[];
  payments: readonly string[];
  verifiedAds: boolean;
  /** Additions to the basic API that the server declares. */
  features: readonly string[];
  /** True for the backend in this repository, of which more is known. */
  isOurs: boolean;
  /** True if the page was loaded by https. */
  isEncrypted: boolean;
}
