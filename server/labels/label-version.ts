import type { Language } from '../languages/languages.ts';

/** What is drawn: the line of China's standard, a small mark, or nothing. */
export type LabelMark = 'standard' | 'small' | '0';

/** How this product labels what it makes. */
export interface AiLabel {
  mark: LabelMark;
  /** The operator's name or code, in the data of each picture. */
  producer: string;
}

/** The label of one picture, in its user's language. */
export interface PicLabel extends AiLabel {
  /** Identifies the picture in its own data. */
  id: string;
  language: Language;
}

/** Differs where pictures of the same content are labelled differently; only the standard line is written in a language. */
export function labelVersion({ mark, producer }: AiLabel, language: Language): string {
  return `${mark} ${mark === 'standard' ? language : ''} ${producer}`;
}
