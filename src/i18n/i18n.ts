import { words as english } from './en.ts';
import { type Language, languages } from './languages.ts';
import type { Message } from './message.ts';
import type { TextKey, ValuesArgument } from './text-key.ts';

const listeners = new Set<() => void>();
let wanted: Language = languages[0].code;
let shown: Language = wanted;
let firstWords: Partial<Record<TextKey, string>> = english;
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

/** What the table says of a language. */
const entryOf = (code: Language) => languages.find(entry => entry.code === code) ?? languages[0];

/** What the table says of the language that is shown now. */
export function languageEntry(): (typeof languages)[number] {
  return entryOf(shown);
}

/** The language to start in: the user's own choice, else the host's code, else the first of the table. */
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

/** Loads a language and shows everything in it, unless another one was asked for meanwhile. */
export async function speak(next: Language): Promise<void> {
  wanted = next;
  const entry = entryOf(next);
  const [first] = await Promise.all([entry.loadFirst(), needsAllWords && addToDictionary(next)]);
  if (wanted !== next) return;
  firstWords = first.words;
  shown = next;
  document.documentElement.lang = entry.lang;
  notifyListeners();
}

/** Loads what the screens other than Home say, in the language that is shown and in each one that is shown later. */
export async function loadAllWords(): Promise<void> {
  needsAllWords = true;
  if (dictionary?.hasWords(wanted)) return;
  await addToDictionary(wanted);
  notifyListeners();
}

async function addToDictionary(next: Language): Promise<void> {
  const [opened, first, screens] = await Promise.all([
    import('./dictionary.ts'),
    entryOf(next).loadFirst(),
    entryOf(next).loadScreens(),
  ]);
  opened.addWords(next, { ...first.words, ...screens.words });
  dictionary = opened;
}

function notifyListeners(): void {
  version++;
  for (const listener of listeners) listener();
}

/** Calls `listener` after each change of the words; returns how to stop. */
export function onWords(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The words of a key in the current language, with its values in the places that name them. */
export function text<Key extends TextKey>(key: Key, ...[values]: ValuesArgument<Key>): string {
  return wordsFor(key, values);
}

/** The words of a message in the current language. */
export function say(message: Message): string {
  if (typeof message === 'string') return text(message);
  return 'text' in message ? message.text : wordsFor(message.key, message.values);
}

/** The first words are there before i18next is; none of them has values. */
function wordsFor(key: TextKey, values?: Record<string, string | number>): string {
  return dictionary?.hasWords(shown) ? dictionary.translate(shown, key, values) : (firstWords[key] ?? '');
}
