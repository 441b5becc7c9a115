import enExtras from '../../../src/i18n/en.extras.json' with { type: 'json' };
import en from '../../../src/i18n/en.json' with { type: 'json' };
import enScreens from '../../../src/i18n/en.screens.json' with { type: 'json' };
import type { Language } from '../../../src/i18n/languages.ts';
import type { TextKey, ValuesArgument } from '../../../src/i18n/text-key.ts';
import zhExtras from '../../../src/i18n/zh.extras.json' with { type: 'json' };
import zh from '../../../src/i18n/zh.json' with { type: 'json' };
import zhScreens from '../../../src/i18n/zh.screens.json' with { type: 'json' };

const allWords: Record<Language, Record<string, string>> = {
  en: { ...en, ...enScreens, ...enExtras },
  zh: { ...zh, ...zhScreens, ...zhExtras },
};

/** Returns a function from text keys to texts in a language. */
export function wordsOf(language: Language) {
  const words = allWords[language];
  return <Key extends TextKey>(key: Key, ...[values]: ValuesArgument<Key>): string => {
    const shown: Record<string, string | number> = values ?? {};
    const form = new Intl.PluralRules(language).select(Number(shown.count));
    const pattern = words[key] ?? words[`${key}_${form}`] ?? words[`${key}_other`] ?? '';
    return pattern.replace(/\{(\w+)\}/g, (_, name) => String(shown[name]));
  };
}

export const text = wordsOf('en');
