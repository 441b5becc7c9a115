import {
  array,
  matching,
  numberIn,
  object,
  ParseError,
  type Parser,
  number as strictNumber,
} from '../platform/parse.ts';

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

const text = matching(/\S/);

/** An id: a text that is not empty, or a number. */
export const id: Parser<string> = (value, path) => text(Number.isFinite(value) ? `${value}` : value, path);

/** A number, or its decimal text. */
export const number: Parser<number> = (value, path) =>
  strictNumber(typeof value === 'string' && value.trim() ? Number(value) : value, path);

/** From here on a time is in milliseconds: as seconds it would be in the year 5138. */
const leastMilliseconds = 1e11;
const seconds = numberIn(0, leastMilliseconds);

/** A time as Unix seconds, of seconds or milliseconds, their decimal text, or ISO 8601 (also with a space for the T). */
export const time: Parser<number> = (value, path) => {
  if (typeof value !== 'string' || !/^\d{4}-\d\d/.test(value)) {
    const found = number(value, path);
    return seconds(Math.floor(found < leastMilliseconds ? found : found / 1000), path);
  }
  // Not every browser reads a space in it, or a zone without its colon.
  const iso = value.replace(' ', 'T').replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
  return seconds(Math.floor(Date.parse(iso) / 1000), path);
};

/** What the inner parser takes, or `fallback` where the value is absent, null or cannot be read. */
export function maybe<T, F>(inner: Parser<T>, fallback: F): Parser<T | F> {
  return (value, path) =>
    value === undefined || value === null ? fallback : attempt(inner, fallback, value, path);
}

function attempt<T, F>(inner: Parser<T>, fallback: F, value: unknown, path?: string): T | F {
  try {
    return inner(value, path);
  } catch (cause) {
    console.warn(cause);
    return fallback;
  }
}

/** The entries of an array that fit, none where it is absent or null; where none of several fits, it is misread as a whole. */
export function list<T>(item: Parser<T>): Parser<T[]> {
  return (value, path) => {
    const entries = array(entry => entry)(value ?? [], path);
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

/** Reads a bare array, and nothing at all, as an object with a `list`; one under another name is no list. */
export function inList<T extends { list: unknown[] }>(parse: Parser<T>): Parser<T> {
  return (value, path) => {
    const data = Array.isArray(value) ? { list: value } : (value ?? {});
    if (!('list' in Object(data)) && Object.values(data).some(Array.isArray))
      throw new ParseError(`${path} has no list`);
    return parse(data, path);
  };
}
