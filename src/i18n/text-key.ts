import type { words as extras } from './en.extras.ts';
import type { words as screens } from './en.screens.ts';
import type { words as first } from './en.ts';

type Words = typeof first & typeof screens & typeof extras;

/** Plural forms of all languages, i18next's suffixes of keys. */
type Form = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** The common key of a text's plural forms. */
type PluralKey<Key = keyof Words> = Key extends `${infer Base}_other` ? Base : never;

/** The keys of all texts. */
export type TextKey = Exclude<keyof Words, `${PluralKey}_${Form}`> | PluralKey;

type Sentence<Key extends TextKey> = Words[(Key | `${Key}_other`) & keyof Words];
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The values in a text's braces; `count`, which selects the plural, is a number. */
export type ValuesOf<Key extends TextKey> = {
  [Name in NamesIn<Sentence<Key>>]: Name extends 'count' ? number : string | number;
};

/** Arguments of `text` after the key: none, or the values. */
export type ValuesArgument<Key extends TextKey> = [NamesIn<Sentence<Key>>] extends [never]
  ? []
  : [values: ValuesOf<Key>];

/** The keys of texts without values. */
export type PlainKey = { [Key in TextKey]: ValuesArgument<Key> extends [] ? Key : never }[TextKey];

/** A translation of a file of English texts: each text, with the plural forms that the language has. */
export type Translation<English> = Record<
  Exclude<keyof English, `${PluralKey<keyof English>}_${Form}`> | `${PluralKey<keyof English>}_other`,
  string
> &
  Partial<Record<`${PluralKey<keyof English>}_${Form}`, string>>;
