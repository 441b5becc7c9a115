import type { LegalFacts } from './legal-facts.ts';

/** Points by the name of their assertion; false points are left out. Several points are shown as a list. */
export interface LegalSection {
  title: string;
  points: Record<string, string | false>;
}

export interface LegalDocument {
  /** Day of the text's last change, such as '2026-01-31'. */
  updated: string;
  intro: string;
  sections: LegalSection[];
}

/** Formats names in the text's language: a country by its code, several names in a row. */
export interface LegalNames {
  country(code: string): string;
  list(names: string[]): string;
}

/** Builds a legal text from the facts of this deployment. */
export type LegalText = (facts: LegalFacts, names: LegalNames) => LegalDocument;
