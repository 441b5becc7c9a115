import type { PlainKey, TextKey, ValuesOf } from './text-key.ts';

/** Each text with values: its key and values. */
export type FilledMessage = {
  [Key in Exclude<TextKey, PlainKey>]: { key: Key; values: ValuesOf<Key> };
}[Exclude<TextKey, PlainKey>];

/** A key of the language files, with values if it has some, or a text of the server or the phone. */
export type Message = PlainKey | FilledMessage | { text: string };
