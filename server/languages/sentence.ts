import {
  inEveryLanguage,
  type Language,
  languages,
  type SentenceKey,
  type Translations,
} from './languages.ts';

/** Values for a sentence's placeholders, which are names in braces. */
export type SentenceValues = Record<string, string | number>;

export function sentenceIn(language: Language, key: SentenceKey, values: SentenceValues = {}): string {
  const { sentences } = languages.find(({ code }) => code === language) ?? languages[0];
  return sentences[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

export function translate(key: SentenceKey, values?: SentenceValues): Translations {
  return inEveryLanguage(({ code }) => sentenceIn(code, key, values));
}
