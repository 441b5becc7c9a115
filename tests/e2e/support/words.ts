import { words as enExtras } from '../../../src/i18n/en.extras.ts';
import { words as enScreens } from '../../../src/i18n/en.screens.ts';
import { words as en } from '../../../src/i18n/en.ts';
import type { Language } from '../../../src/i18n/languages.ts';
import type { TextKey, ValuesArgument } from '../../../src/i18n/text-key.ts';
import { words as zhExtras } from '../../../src/i18n/zh.extras.ts';
import { words as zhScreens } from '../../../src/i18n/zh.screens.ts';
import { words as zh } from '../../../src/i18n/zh.ts';

const allWords: Record<Language, Record<string, string>> = {
  en: { ...en, ...enScreens, ...enExtras },
  zh: { ...zh, ...zhScreens, ...zhExtras },
};

/** Returns the app's words in a language, as its users read them. */
export function wordsOf(language: Language) {
  const words = allWords[language];
  return <Key extends TextKey>(key: Key, ...[values]: ValuesArgument<Key>): string => {
    const shown: Record<string, string | number> = values ?? {};
    const form = new Intl.PluralRules(language).select(Number(shown.count));
    const pattern = words[key] ?? words[`${key}_${form}`] ?? words[`${key}_other`] ?? '';
    return pattern.replace(/\{(\w+)\}/g, (_, name) => String(shown[name]));
  };
}
