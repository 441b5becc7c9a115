/** A place where photos are processed. An empty name means our own servers; an empty country is left out. */
export interface LegalPlace {
  name: string;
  /** ISO 3166 country code, for example CN. */
  country: string;
  /** E-mail address or link of that service, for questions about the data. */
  contact?: string;
}

/** Facts for the legal texts and the consent question. An unknown fact is null or empty, and the texts leave it out. */
export interface LegalFacts {
  name: string;
  address: string;
  contact: string;
  country: string;
  /** Date from which the text is valid, for example '2026-01-31'. */
  since: string;
  leastAge: number;
  photoDays: number | null;
  logDays: number | null;
  generator: LegalPlace | null;
  store: LegalPlace | null;
  /** True if software compares faces across photos. */
  comparesFaces: boolean;
  /** True if each picture has a visible AI label. */
  hasVisibleLabel: boolean;
  signIns: readonly string[];
  payments: readonly string[];
  verifiedAds: boolean;
  /** Optional API features that the server offers. */
  features: readonly string[];
  /** True for this repository's own backend, about which more facts are known. */
  isOurs: boolean;
  /** True if the page was loaded over https. */
  isEncrypted: boolean;
}
