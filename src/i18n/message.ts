import type { PlainKey, TextKey, ValuesOf } from './text-key.ts';

/** The key of a text with placeholders, and the values to fill in. */
export type FilledMessage = {
  [Key in Exclude<TextKey, PlainKey>]: { key: Key; values: ValuesOf<Key> };
}[Exclude<TextKey, PlainKey>];

/** A translation key, with values if the text needs them; or a finished text from the server or the phone. */
export type Message = PlainKey | FilledMessage | { text: string };
