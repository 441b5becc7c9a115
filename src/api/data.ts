import { array, number, object, type Parser, string } from '../platform/parse.ts';

/** What the app may read from data of this type: any part of it may be missing, and a number may come as text. */
export type Reading<T> = T extends readonly (infer Item)[]
  ? readonly Reading<Item>[]
  : T extends object
    ? { [K in keyof T]?: Reading<T[K]> | null | undefined }
    : T extends number
      ? number | string
      : T;

/** Parsers for fields of the contract's type; `satisfies` it refuses a field that the contract does not have. */
export type Fields<T> = { [K in keyof T]?: Parser<Reading<T[K]> | null | undefined> };

/** The data of a call that returns nothing; whatever comes is ignored. */
export const nothing: Parser<null> = () => null;

/** An id: a text, or a number as text. */
export const id: Parser<string> = (value, path) =>
  typeof value === 'number' ? String(value) : string(value, path);

/** A number, or its decimal text, as some APIs send prices. */
export const amount: Parser<number> = (value, path) =>
  number(typeof value === 'string' && value.trim() !== '' ? Number(value) : value, path);

/** A list as the API sends it: `{list: […]}`, or a bare array. */
export function listOf<T>(item: Parser<T>): Parser<{ list: T[] }> {
  return inList(object({ list: array(item) }));
}

/** Reads a bare array as an object with a `list`. */
export function inList<T extends { list: unknown[] }>(parse: Parser<T>): Parser<T> {
  return (value, path) => parse(Array.isArray(value) ? { list: value } : value, path);
}
