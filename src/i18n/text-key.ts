import type extras from './en.extras.json';
import type first from './en.json';
import type screens from './en.screens.json';
import type { textValues } from './text-values.ts';

type Words = typeof first & typeof screens & typeof extras;

/** i18next's key suffixes for the plural forms of all languages. */
type Form = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** The shared part of the keys of a text's plural forms. */
type PluralKey<Key = keyof Words> = Key extends `${infer Base}_other` ? Base : never;

/** The keys of all texts. */
export type TextKey = Exclude<keyof Words, `${PluralKey}_${Form}`> | PluralKey;

type Values = typeof textValues;
type NamesIn<Key> = Key extends keyof Values ? Values[Key][number] : never;

/** The values that a text has in braces. `count` selects the plural form, so it is a number. */
export type ValuesOf<Key extends TextKey> = {
  [Name in NamesIn<Key>]: Name extends 'count' ? number : string | number;
};

/** The arguments of `text` after the key: the values, if the text has any. */
export type ValuesArgument<Key extends TextKey> = [NamesIn<Key>] extends [never]
  ? []
  : [values: ValuesOf<Key>];

/** The keys of texts that contain no values. */
export type PlainKey = { [Key in TextKey]: ValuesArgument<Key> extends [] ? Key : never }[TextKey];

/** A translation of a file of English texts. It has every text, in the plural forms of its language. */
export type Translation<English> = Record<
  Exclude<keyof English, `${PluralKey<keyof English>}_${Form}`> | `${PluralKey<keyof English>}_other`,
  string
> &
  Partial<Record<`${PluralKey<keyof English>}_${Form}`, string>>;
