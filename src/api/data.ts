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

/** The data that APIs really send for `T`: parts may be missing, numbers may be texts, ids and times may be numbers. */
export type Reading<T> = T extends readonly (infer Item)[]
  ? readonly Reading<Item>[]
  : T extends object
    ? { [K in keyof T]?: Reading<T[K]> | null | undefined }
    : T extends number
      ? number | string
      : string extends T
        ? number | string
        : T;

/** Used with `satisfies`, which rejects fields that the contract does not have. */
export type Fields<T> = { [K in keyof T]?: Parser<Reading<T[K]> | null | undefined> };

/** Ignores the data of a response. */
export const nothing: Parser<null> = () => null;

const fullText = matching(/\S/);

/** A text that is not blank, or a number as text. */
export const words: Parser<string> = (value, path) =>
  fullText(Number.isFinite(value) ? `${value}` : value, path);

/** Parses a text that is not blank, or a number. Rejects 0, which some backends send for "no id". */
export const id: Parser<WireId> = (value, path) => {
  matching(/^(?!0$)/)(words(value, path), path);
  return numberOrText(value, path);
};

/** Parses an id as text, for ids that the app never sends back. */
export const idText: Parser<string> = (value, path) => String(id(value, path));

/** Parses a number, or a text with a decimal number. */
export const number: Parser<number> = (value, path) =>
  strictNumber(typeof value === 'string' && value.trim() ? Number(value) : value, path);

/** True for undefined, null, and the empty text that some backends write into every field. */
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

/** PHP encodes an empty list as `{}`; some backends send null or an empty text. */
const isEmptyList = (value: unknown) =>
  isAbsent(value) || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);

/** Skips items that do not parse. Fails only if there are items and none of them parses. Absent means empty. */
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

/** Parses `{list: […]}` or a bare array; no value means an empty list. */
export function listOf<T>(item: Parser<T>): Parser<{ list: T[] }> {
  return inList(object({ list: list(item) }));
}

/** Wraps a bare array as `{ list }`; no value becomes `{}`. Fails if the list has another name. */
export function inList<T extends { list: unknown[] }>(parse: Parser<T>): Parser<T> {
  return (value, path) => {
    const data = Array.isArray(value) ? { list: value } : isAbsent(value) ? {} : value;
    if (!('list' in Object(data)) && Object.values(Object(data)).some(Array.isArray))
      throw new ParseError(`${path} has no list`);
    return parse(data, path);
  };
}

/** True for `true` or 1, also as text. */
export const mark: Parser<boolean> = value => value === true || value === 'true' || Number(value) === 1;
