import en from '../../../src/i18n/en.json' with { type: 'json' };
import enScreens from '../../../src/i18n/en.screens.json' with { type: 'json' };
import zh from '../../../src/i18n/zh.json' with { type: 'json' };
import zhScreens from '../../../src/i18n/zh.screens.json' with { type: 'json' };

const allWords = { en: { ...en, ...enScreens }, zh: { ...zh, ...zhScreens } };

/** The languages that the stories are told in. */
export type Language = 'en' | 'zh';

/** The app's own words, so that a story looks for what a person of that language reads. */
export function wordsOf(language: Language) {
  const words = allWords[language];
  return (key: keyof typeof words, ...values: (string | number)[]): string =>
    words[key].replace(/\{(\d)\}/g, (_, place) => String(values[Number(place)] ?? ''));
}
