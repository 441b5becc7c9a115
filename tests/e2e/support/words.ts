import en from '../../../src/i18n/en.json' with { type: 'json' };
import zh from '../../../src/i18n/zh.json' with { type: 'json' };

/** The languages that the stories are told in. */
export type Language = 'en' | 'zh';

/** The app's own words, so that a story looks for what a person of that language reads. */
export function wordsOf(language: Language) {
  const words = language === 'en' ? en : zh;
  return (key: keyof typeof en, ...values: (string | number)[]): string =>
    words[key].replace(/\{(\d)\}/g, (_, place) => String(values[Number(place)] ?? ''));
}
