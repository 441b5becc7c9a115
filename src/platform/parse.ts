/** A value from outside (storage, the phone, the network) does not have the type that was expected of it. */
export class ParseError extends Error {
  override name = 'ParseError';
}

/** Returns the value with its type, without what the type does not name; throws a `ParseError` when it does not fit. */
export type Parser<T> = (value: unknown, path?: string) => T;

/** The type that a parser returns. */
export type Parsed<P> = P extends Parser<infer T> ? T : never;

function misfit(path: string, expected: string): never {
  throw new ParseError(`${path} is not ${expected}`);
}

/** Any text, the empty one too. */
export const string: Parser<string> = (value, path = 'value') =>
  typeof value === 'string' ? value : misfit(path, 'a text');

/** A finite number. */
export const number: Parser<number> = (value, path = 'value') =>
  Number.isFinite(value) ? (value as number) : misfit(path, 'a number');

/** True or false. */
export const boolean: Parser<boolean> = (value, path = 'value') =>
  typeof value === 'boolean' ? value : misfit(path, 'true or false');

/** One of a few known values. */
export function oneOf<const T extends string | number>(...known: T[]): Parser<T> {
  return (value, path = 'value') =>
    known.includes(value as T) ? (value as T) : misfit(path, `one of ${known}`);
}

/** What the inner parser takes, or null. */
export function nullable<T>(inner: Parser<T>): Parser<T | null> {
  return (value, path) => (value === null ? null : inner(value, path));
}

/** What the inner parser takes, or `fallback` where the value is absent or null. */
export function optional<T, F>(inner: Parser<T>, fallback: F): Parser<T | F> {
  return (value, path) => (value === undefined || value === null ? fallback : inner(value, path));
}

/** A list of which each item fits. */
export function array<T>(item: Parser<T>): Parser<T[]> {
  return (value, path = 'value') => {
    if (!Array.isArray(value)) misfit(path, 'a list');
    return value.map((entry, index) => item(entry, `${path}[${index}]`));
  };
}

/** An object of which each named field fits. */
export function object<T extends object>(fields: { [K in keyof T]: Parser<T[K]> }): Parser<T> {
  return (value, path = 'value') => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) misfit(path, 'an object');
    const entries = Object.entries<Parser<unknown>>(fields).map(([name, parser]) => [
      name,
      parser((value as Record<string, unknown>)[name], `${path}.${name}`),
    ]);
    return Object.fromEntries(entries) as T;
  };
}
