import type { PlainKey, TextKey, ValuesOf } from './text-key.ts';

/** A text that contains values: its key and the values. */
export type FilledMessage = {
  [Key in Exclude<TextKey, PlainKey>]: { key: Key; values: ValuesOf<Key> };
}[Exclude<TextKey, PlainKey>];

/** A key of the language files, with its values if the text has any; or a text from the server or the phone. */
export type Message = PlainKey | FilledMessage | { text: string };
