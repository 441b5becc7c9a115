import { createInstance } from 'i18next';
import type { Language } from './languages.ts';
import type { TextKey } from './text-key.ts';

const i18n = createInstance({
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  resources: {},
});
i18n.init();

/** Takes in all words of a language. */
export function addWords(language: Language, words: Record<string, string>): void {
  i18n.addResourceBundle(language, 'translation', words);
}

/** Whether the words of a language are there. */
export function hasWords(language: Language): boolean {
  return i18n.hasResourceBundle(language, 'translation');
}

/** The words of a key in a language that is there; `count` among the values chooses the form of a plural. */
export function translate(
  language: Language,
  key: TextKey,
  values?: Record<string, string | number>,
): string {
  const textOf = (key: string): string | undefined => i18n.getResource(language, 'translation', key);
  // Most texts are only looked up: i18next would search each of them for places to fill in.
  if (!values) return textOf(key) ?? key;
  // Not by `t`, most of which is about what these texts do not have: contexts, namespaces, texts inside texts.
  const { pluralResolver, interpolator } = i18n.services;
  const form = typeof values.count === 'number' ? pluralResolver.getSuffix(language, values.count) : '';
  return interpolator.interpolate(textOf(key + form) ?? textOf(key) ?? key, values, language, {});
}
