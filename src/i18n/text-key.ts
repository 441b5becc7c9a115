import type { words as extras } from './en.extras.ts';
import type { words as screens } from './en.screens.ts';
import type { words as first } from './en.ts';

type Words = typeof first & typeof screens & typeof extras;

/** The plural forms of all languages, as i18next writes them behind a key. */
type Form = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** The key that the forms of a plural share. */
type PluralKey<Key = keyof Words> = Key extends `${infer Base}_other` ? Base : never;

/** The names of all texts. */
export type TextKey = Exclude<keyof Words, `${PluralKey}_${Form}`> | PluralKey;

type Sentence<Key extends TextKey> = Words[(Key | `${Key}_other`) & keyof Words];
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The values that a text names in braces; `count`, on which a plural depends, is a number. */
export type ValuesOf<Key extends TextKey> = {
  [Name in NamesIn<Sentence<Key>>]: Name extends 'count' ? number : string | number;
};

/** What `text` takes after a key: nothing, or its values. */
export type ValuesArgument<Key extends TextKey> = [NamesIn<Sentence<Key>>] extends [never]
  ? []
  : [values: ValuesOf<Key>];

/** The keys of texts without values. */
export type PlainKey = { [Key in TextKey]: ValuesArgument<Key> extends [] ? Key : never }[TextKey];

/** What another language says for a file of English words: each text, and of a plural the forms that it has. */
export type Translation<English> = Record<
  Exclude<keyof English, `${PluralKey<keyof English>}_${Form}`> | `${PluralKey<keyof English>}_other`,
  string
> &
  Partial<Record<`${PluralKey<keyof English>}_${Form}`, string>>;
