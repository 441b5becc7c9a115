/** Where something is done with photos; an empty name: on servers of the operator's own; an empty country: it is not said. */
export interface LegalPlace {
  name: string;
  /** ISO 3166, such as CN. */
  country: string;
}

/** What the legal texts and the question for consent are built from. What is not known is null or empty, and is not said. */
export interface LegalFacts {
  name: string;
  address: string;
  contact: string;
  country: string;
  /** The day since which all this holds, such as '2026-01-31'. */
  since: string;
  leastAge: number;
  photoDays: number | null;
  logDays: number | null;
  generator: LegalPlace | null;
  store: LegalPlace | null;
  /** Whether it is computed if several photos show the same person. */
  comparesFaces: boolean;
  signIns: readonly string[];
  payments: readonly string[];
  verifiedAds: boolean;
  /** What the API serves beyond the specification's calls. */
  features: readonly string[];
  /** Whether the API is the backend in this repository, of which more is known. */
  isOurs: boolean;
  /** Whether the page came over an encrypted connection. */
  isEncrypted: boolean;
}
