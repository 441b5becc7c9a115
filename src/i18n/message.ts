import type { PlainKey, TextKey, ValuesOf } from './text-key.ts';

/** A key with its values, for each text that has some. */
export type FilledMessage = {
  [Key in Exclude<TextKey, PlainKey>]: { key: Key; values: ValuesOf<Key> };
}[Exclude<TextKey, PlainKey>];

/** Words to show: a key of the language files, with its values where it has some, or a text that the server or the phone wrote. */
export type Message = PlainKey | FilledMessage | { text: string };
