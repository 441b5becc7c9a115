import {
  inEveryLanguage,
  type Language,
  languages,
  type SentenceKey,
  type Translations,
} from './languages.ts';

/** The values that a sentence names in braces. */
export type SentenceValues = Record<string, string | number>;

/** A sentence in one language, with its values in their places. */
export function sentenceIn(language: Language, key: SentenceKey, values: SentenceValues = {}): string {
  const { sentences } = languages.find(({ code }) => code === language) ?? languages[0];
  return sentences[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** A sentence in every language. */
export function translate(key: SentenceKey, values?: SentenceValues): Translations {
  return inEveryLanguage(({ code }) => sentenceIn(code, key, values));
}
