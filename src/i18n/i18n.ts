import { createInstance } from 'i18next';
import type en from './en.json';
import type { Message } from './message.ts';
import type zh from './zh.json';

/** The languages of the interface. */
export type Language = 'en' | 'zh';

/** The names of all texts. */
export type TextKey = keyof typeof en;

/** The two files have the same keys: a key that only one of them has is an error here. */
type SameKeys<A, B> = [keyof A, keyof B] extends [keyof B, keyof A] ? Record<keyof A, string> : never;
type Words = SameKeys<typeof en, typeof zh>;

const files: Record<Language, () => Promise<{ default: Words }>> = {
  en: () => import('./en.json'),
  zh: () => import('./zh.json'),
};

/** Chinese phones start in English, as the product's owner asks; a choice in Settings wins over this. */
const languageAtStart: Record<string, Language> = { zh: 'en' };

const i18n = createInstance({
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  // The owner writes patterns as '{0} minutes'.
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  resources: {},
});
const ready = i18n.init();
const listeners = new Set<() => void>();
let wanted: Language = 'en';

/** The language that is shown now. */
export function language(): Language {
  return (i18n.language as Language | undefined) ?? 'en';
}

/** The language to start in: the person's own choice, else the host's code, else English. */
export function firstLanguage(chosen: string | null, hostCode: string | null): Language {
  if (chosen === 'en' || chosen === 'zh') return chosen;
  const code = hostCode?.slice(0, 2).toLowerCase() ?? 'en';
  return languageAtStart[code] ?? 'en';
}

/** Loads a language and shows everything in it, unless another one was asked for meanwhile. */
export async function speak(next: Language): Promise<void> {
  wanted = next;
  await ready;
  if (!i18n.hasResourceBundle(next, 'translation')) {
    const words = await files[next]();
    i18n.addResourceBundle(next, 'translation', words.default);
  }
  if (wanted !== next) return;
  await i18n.changeLanguage(next);
  document.documentElement.lang = next === 'zh' ? 'zh-CN' : 'en';
  for (const listener of listeners) listener();
}

/** Calls `listener` after each change of the language; returns how to stop. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The words of a key in the current language; `{0}`, `{1}` … are replaced by the values. */
export function text(key: TextKey, ...values: (string | number)[]): string {
  return i18n.t(key, { ...values });
}

/** The words of a message in the current language. */
export function say(message: Message): string {
  if (typeof message === 'string') return text(message);
  return 'text' in message ? message.text : text(message.key, ...message.values);
}
