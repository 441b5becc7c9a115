import { createInstance } from 'i18next';
import type { Language, TextKey } from './i18n.ts';

const i18n = createInstance({
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  // The owner writes patterns as '{0} minutes'.
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  resources: {},
});
i18n.init();

/** Takes in all words of a language. */
export function addWords(language: Language, words: Record<TextKey, string>): void {
  i18n.addResourceBundle(language, 'translation', words);
}

/** Whether the words of a language are there. */
export function hasWords(language: Language): boolean {
  return i18n.hasResourceBundle(language, 'translation');
}

/** The words of a key in a language that is there. */
export function translate(language: Language, key: TextKey, values: readonly (string | number)[]): string {
  // Most texts are only looked up: i18next would search each of them for places to fill in.
  if (values.length === 0) return i18n.getResource(language, 'translation', key) ?? key;
  return i18n.t(key, { ...values, lng: language });
}
