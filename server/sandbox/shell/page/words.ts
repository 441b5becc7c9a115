import { inEveryLanguage, type Language, languageOf } from '../../../languages/languages.ts';
import { settings } from './settings.ts';

const words = inEveryLanguage(({ shell }) => shell);

/** The language of the native sheets, which is the phone's. */
export function language(): Language {
  return languageOf(settings.language);
}

/** A text of the native side in the phone's language; `{value}` is replaced by the value. */
export function say(key: keyof (typeof words)[Language], value: string | number = ''): string {
  return words[language()][key].replace('{value}', String(value));
}
