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

/** `T` as APIs really send it: fields may be missing, numbers may be strings, and ids and times may be numbers. */
export type Reading<T> = T extends readonly (infer Item)[]
  ? readonly Reading<Item>[]
  : T extends object
    ? { [K in keyof T]?: Reading<T[K]> | null | undefined }
    : T extends number
      ? number | string
      : string extends T
        ? number | string
        : T;

/** The parsers of an object's fields. With `satisfies`, fields that the contract lacks do not compile. */
export type Fields<T> = { [K in keyof T]?: Parser<Reading<T[K]> | null | undefined> };

/** Ignores the data of a response. */
export const nothing: Parser<null> = () => null;

const fullText = matching(/\S/);

/** Parses a string that is not blank. Converts a number to a string. */
export const words: Parser<string> = (value, path) =>
  fullText(Number.isFinite(value) ? `${value}` : value, path);

/** Parses an id: a string that is not blank, or a number. Rejects 0, which some backends send for "no id". */
export const id: Parser<WireId> = (value, path) => {
  matching(/^(?!0$)/)(words(value, path), path);
  return numberOrText(value, path);
};

/** Parses an id and converts it to a string. Only for ids that the app never sends back. */
export const idText: Parser<string> = (value, path) => String(id(value, path));

/** Parses a number, or a string that contains a decimal number. */
export const number: Parser<number> = (value, path) =>
  strictNumber(typeof value === 'string' && value.trim() ? Number(value) : value, path);

/** True for undefined, null, and the empty string that some backends write into every field. */
export const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Returns `fallback` if the value is absent or `inner` fails. */
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

/** PHP encodes an empty list as `{}`; some backends send null or an empty string. */
const isEmptyList = (value: unknown) =>
  isAbsent(value) || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);

/** Parses a list without the items that do not parse. Fails only if all items fail. Accepts a missing list. */
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

/** Parses `{list: […]}` or a bare array; a missing value counts as an empty list. */
export function listOf<T>(item: Parser<T>): Parser<{ list: T[] }> {
  return inList(object({ list: list(item) }));
}

/** Accepts a bare array, and a missing value as `{}`. Fails if an object has another array instead of `list`. */
export function inList<T extends { list: unknown[] }>(parse: Parser<T>): Parser<T> {
  return (value, path) => {
    const data = Array.isArray(value) ? { list: value } : isAbsent(value) ? {} : value;
    if (!('list' in Object(data)) && Object.values(Object(data)).some(Array.isArray))
      throw new ParseError(`${path} has no list`);
    return parse(data, path);
  };
}

/** True for `true` and 1, also if they are sent as strings. */
export const mark: Parser<boolean> = value => value === true || value === 'true' || Number(value) === 1;
