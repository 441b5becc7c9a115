import english from './en.json' with { type: 'json' };
import { type Language, languages } from './languages.ts';
import type { Message, TextKey, ValuesArgument } from './text-key.ts';

export type LoadWords = (language: Language) => Promise<{ default: Record<string, string> }>;

const listeners = new Set<() => void>();
let wanted: Language = languages[0].code;
let shown: Language = wanted;
let firstWords: Partial<Record<TextKey, string>> = english;
/** Translation files that were loaded after the first one. */
const further = new Set<LoadWords>();
let i18next: typeof import('./i18next.ts').i18next | null = null;
let version = 0;

export function language(): Language {
  return shown;
}

/** A counter that increases whenever the texts change. */
export const wordsVersion = (): number => version;

const entryOf = (code: Language) => languages.find(entry => entry.code === code) ?? languages[0];

export const languageEntry = (): (typeof languages)[number] => entryOf(shown);

/** Picks the initial language: the user's choice, else the host's language, else the first of `languages`. */
export function firstLanguage(chosen: string | null, hostCode: string | null): Language {
  const isOurs = (code: string | undefined) => languages.find(entry => entry.code === code);
  const [hostLanguage] = (hostCode ?? '').toLowerCase().split(/[-_]/);
  const atHost = isOurs(hostLanguage);
  return (
    isOurs(chosen ?? '')?.code ??
    (atHost && 'startsIn' in atHost ? atHost.startsIn : atHost?.code) ??
    languages[0].code
  );
}

/** Loads a language and switches to it, unless the user has chosen another language meanwhile. */
export async function speak(next: Language): Promise<void> {
  wanted = next;
  const entry = entryOf(next);
  const [first] = await Promise.all([entry.loadFirst(), further.size > 0 && addWords(next, further)]);
  if (wanted !== next) return;
  firstWords = first.default;
  shown = next;
  document.documentElement.lang = entry.lang;
  notifyListeners();
}

const loadScreens: LoadWords = code => entryOf(code).loadScreens();

/** Loads the texts of all screens except Home. Also loads them for any language chosen later. */
export const loadAllWords = (): Promise<void> => loadWords(loadScreens);

/** Loads a translation file in the current language. Also loads it for any language chosen later. */
export async function loadWords(load: LoadWords): Promise<void> {
  const code = wanted;
  if (further.has(load) && hasWords(code)) return;
  await addWords(code, [...further, load]);
  // The user chose another language meanwhile, so load the file in that language.
  if (wanted !== code) return loadWords(load);
  further.add(load);
  notifyListeners();
}

async function addWords(next: Language, loads: Iterable<LoadWords>): Promise<void> {
  const [opened, ...files] = await Promise.all([
    import('./i18next.ts'),
    entryOf(next).loadFirst(),
    ...[...loads].map(load => load(next)),
  ]);
  i18next = opened.i18next;
  for (const file of files) i18next.addResourceBundle(next, 'translation', file.default);
}

/** True if i18next has this language's texts. */
const hasWords = (code: Language) => i18next?.hasResourceBundle(code, 'translation') === true;

function notifyListeners(): void {
  version++;
  for (const listener of listeners) listener();
}

/** Calls `listener` after each change of the texts. Returns a function that unsubscribes. */
export function onWords(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function text<Key extends TextKey>(key: Key, ...[values]: ValuesArgument<Key>): string {
  return wordsFor(key, values);
}

export function say(message: Message): string {
  if (typeof message === 'string') return text(message);
  return 'text' in message ? message.text : wordsFor(message.key, message.values);
}

/** Returns the text of a key. Home's texts contain no values, so they work before i18next is loaded. */
function wordsFor(key: TextKey, values?: Record<string, string | number>): string {
  return i18next && hasWords(shown) ? i18next.t(key, { ...values, lng: shown }) : (firstWords[key] ?? '');
}
