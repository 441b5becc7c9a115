import type extras from './en.extras.json';
import type first from './en.json';
import type screens from './en.screens.json';
import type { textValues } from './text-values.ts';

type Words = typeof first & typeof screens & typeof extras;

/** The plural suffixes that i18next uses in any language. */
type Form = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** Keys of texts with plural forms, without the suffix. */
type PluralKey<Key = keyof Words> = Key extends `${infer Base}_other` ? Base : never;

/** The keys of all texts, without plural suffixes. */
export type TextKey = Exclude<keyof Words, `${PluralKey}_${Form}`> | PluralKey;

type Values = typeof textValues;
type NamesIn<Key> = Key extends keyof Values ? Values[Key][number] : never;

/** The values that a text contains in braces. `count` must be a number, because it selects the plural form. */
export type ValuesOf<Key extends TextKey> = {
  [Name in NamesIn<Key>]: Name extends 'count' ? number : string | number;
};

/** The arguments of `text` after the key: the values if the text needs them, else none. */
export type ValuesArgument<Key extends TextKey> = [NamesIn<Key>] extends [never]
  ? []
  : [values: ValuesOf<Key>];

/** The keys of texts that contain no values. */
export type PlainKey = { [Key in TextKey]: ValuesArgument<Key> extends [] ? Key : never }[TextKey];

/** The type of a translation of an English file. It must have every text, in the plural forms of its own language. */
export type Translation<English> = Record<
  Exclude<keyof English, `${PluralKey<keyof English>}_${Form}`> | `${PluralKey<keyof English>}_other`,
  string
> &
  Partial<Record<`${PluralKey<keyof English>}_${Form}`, string>>;

/** The key of a text with placeholders, and the values to fill in. */
export type FilledMessage = {
  [Key in Exclude<TextKey, PlainKey>]: { key: Key; values: ValuesOf<Key> };
}[Exclude<TextKey, PlainKey>];

/** A translation key, with values if the text needs them; or a finished text from the server or the phone. */
export type Message = PlainKey | FilledMessage | { text: string };
