import en from './en.json';
import type enScreens from './en.screens.json';
import type { Message } from './message.ts';
import type zh from './zh.json';
import type zhScreens from './zh.screens.json';

/** The languages of the interface. */
export type Language = 'en' | 'zh';

/** Both languages have the same keys: a key that only one of them has is an error here. */
type SameKeys<A, B> = [keyof A, keyof B] extends [keyof B, keyof A] ? Record<keyof A, string> : never;
type FirstWords = SameKeys<typeof en, typeof zh>;
type ScreenWords = SameKeys<typeof enScreens, typeof zhScreens>;

/** The names of all texts. */
export type TextKey = keyof FirstWords | keyof ScreenWords;

/** What the frame and Home say. English is there at once, so that the first screen waits for nothing. */
const firstFiles: Record<Language, () => Promise<{ default: FirstWords }>> = {
  en: async () => ({ default: en }),
  zh: () => import('./zh.json'),
};

/** What all other screens say; it comes together with i18next. */
const screenFiles: Record<Language, () => Promise<{ default: ScreenWords }>> = {
  en: () => import('./en.screens.json'),
  zh: () => import('./zh.screens.json'),
};

/** Chinese phones start in English, as the product's owner asks; a choice in Settings wins over this. */
const languageAtStart: Record<string, Language> = { zh: 'en' };

const listeners = new Set<() => void>();
let wanted: Language = 'en';
let shown: Language = 'en';
let firstWords: Partial<Record<TextKey, string>> = en;
let needsAllWords = false;
let dictionary: typeof import('./dictionary.ts') | null = null;
let version = 0;

/** The language that is shown now. */
export function language(): Language {
  return shown;
}

/** A number that is another one after every change of the words. */
export function wordsVersion(): number {
  return version;
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
  const [first] = await Promise.all([firstFiles[next](), needsAllWords && addToDictionary(next)]);
  if (wanted !== next) return;
  firstWords = first.default;
  shown = next;
  document.documentElement.lang = next === 'zh' ? 'zh-CN' : 'en';
  tellListeners();
}

/** Loads what the screens other than Home say, in the language that is shown and in each one that is shown later. */
export async function loadAllWords(): Promise<void> {
  needsAllWords = true;
  if (dictionary?.hasWords(wanted)) return;
  await addToDictionary(wanted);
  tellListeners();
}

async function addToDictionary(next: Language): Promise<void> {
  const [opened, first, screens] = await Promise.all([
    import('./dictionary.ts'),
    firstFiles[next](),
    screenFiles[next](),
  ]);
  opened.addWords(next, { ...first.default, ...screens.default });
  dictionary = opened;
}

function tellListeners(): void {
  version++;
  for (const listener of listeners) listener();
}

/** Calls `listener` after each change of the words; returns how to stop. */
export function onWords(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The words of a key in the current language; `{0}`, `{1}` … are replaced by the values. */
export function text(key: TextKey, ...values: (string | number)[]): string {
  if (dictionary?.hasWords(shown)) return dictionary.translate(shown, key, values);
  const words = firstWords[key] ?? '';
  return words.replace(/\{(\d)\}/g, (_, place) => String(values[Number(place)] ?? ''));
}

/** The words of a message in the current language. */
export function say(message: Message): string {
  if (typeof message === 'string') return text(message);
  return 'text' in message ? message.text : text(message.key, ...message.values);
}
