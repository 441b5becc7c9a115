import {
  array,
  matching,
  numberOrText,
  object,
  ParseError,
  type Parser,
  number as strictNumber,
} from '../platform/parse.ts';
import type { WireId } from '../state/is-same-id.ts';

/** What the app may read from data of this type: any part of it may be missing, a number may come as text, an id or a time as a number. */
export type Reading<T> = T extends readonly (infer Item)[]
  ? readonly Reading<Item>[]
  : T extends object
    ? { [K in keyof T]?: Reading<T[K]> | null | undefined }
    : T extends number
      ? number | string
      : string extends T
        ? number | string
        : T;

/** Parsers for fields of the contract's type; `satisfies` it refuses a field that the contract does not have. */
export type Fields<T> = { [K in keyof T]?: Parser<Reading<T[K]> | null | undefined> };

/** The data of a call that returns nothing; whatever comes is ignored. */
export const nothing: Parser<null> = () => null;

const fullText = matching(/\S/);

/** Words: a text that is not empty, or a number. */
export const words: Parser<string> = (value, path) =>
  fullText(Number.isFinite(value) ? `${value}` : value, path);

/** An id: a text that is not empty, or a number; 0 is what a backend writes that has none. */
export const id: Parser<WireId> = (value, path) => {
  matching(/^(?!0$)/)(words(value, path), path);
  return numberOrText(value, path);
};

/** The text of an id that never goes back. */
export const idText: Parser<string> = (value, path) => String(id(value, path));

/** A number, or its decimal text. */
export const number: Parser<number> = (value, path) =>
  strictNumber(typeof value === 'string' && value.trim() ? Number(value) : value, path);

/** Whether a value says nothing: absent, null, or the empty text of a backend that writes every field. */
export const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** What the inner parser takes, or `fallback` where the value says nothing or cannot be read. */
export function maybe<T, F>(inner: Parser<T>, fallback: F): Parser<T | F> {
  return (value, path) => (isAbsent(value) ? fallback : attempt(inner, fallback, value, path));
}

function attempt<T, F>(inner: Parser<T>, fallback: F, value: unknown, path?: string): T | F {
  try {
    return inner(value, path);
  } catch (cause) {
    console.warn(cause);
    return fallback;
  }
}

/** An empty list of PHP, or of a backend that writes every field. */
const isEmptyList = (value: unknown) =>
  isAbsent(value) || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);

/** The entries of an array that fit, none where it says nothing; where none of several fits, it is misread as a whole. */
export function list<T>(item: Parser<T>): Parser<T[]> {
  return (value, path) => {
    const entries = array(entry => entry)(isEmptyList(value) ? [] : value, path);
    const fitting = entries.flatMap((entry, place) => {
      const read = attempt(item, undefined, entry, `${path}[${place}]`);
      return read === undefined ? [] : [read];
    });
    return fitting.length > 0 ? fitting : array(item)(entries, path);
  };
}

/** A list as an API sends it: `{list: […]}`, a bare array, or nothing where it is empty. */
export function listOf<T>(item: Parser<T>): Parser<{ list: T[] }> {
  return inList(object({ list: list(item) }));
}

/** Wraps a bare array, or nothing, as `{ list }`. A list under another name is not accepted. */
export function inList<T extends { list: unknown[] }>(parse: Parser<T>): Parser<T> {
  return (value, path) => {
    const data = Array.isArray(value) ? { list: value } : isAbsent(value) ? {} : value;
    if (!('list' in Object(data)) && Object.values(Object(data)).some(Array.isArray))
      throw new ParseError(`${path} has no list`);
    return parse(data, path);
  };
}

/** Whether something is marked: true, or 1 in any form. */
export const mark: Parser<boolean> = value => value === true || value === 'true' || Number(value) === 1;
