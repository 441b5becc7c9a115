import type { LegalFacts } from './legal-facts.ts';

/** What a section says, each by the name of what it claims; what does not hold is not said. Several points are shown as a list. */
export interface LegalSection {
  title: string;
  points: Record<string, string | false>;
}

/** A legal text as it is for these facts. */
export interface LegalDocument {
  /** The day on which its words changed last, such as '2026-01-31'. */
  updated: string;
  intro: string;
  sections: LegalSection[];
}

/** How names are written in the language of a text: a country by its code, several names in a row. */
export interface LegalNames {
  country(code: string): string;
  list(names: string[]): string;
}

/** Builds a legal text: it says what is so where it is shown. */
export type LegalText = (facts: LegalFacts, names: LegalNames) => LegalDocument;
