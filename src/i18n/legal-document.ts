/** A legal text: a paragraph is a sentence or more, a list stands as an array. */
export interface LegalDocument {
  /** The day of the last change, such as '2026-01-31'. */
  updated: string;
  intro: string;
  sections: { title: string; paragraphs: (string | string[])[] }[];
}
