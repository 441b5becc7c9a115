/** Thrown if a value from storage, the phone or the network has an unexpected type. */
export class ParseError extends Error {
  override name = 'ParseError';
}

/** Returns the typed value without its unknown fields. Throws a `ParseError` if the value does not match. */
export type Parser<T> = (value: unknown, path?: string) => T;

export type Parsed<P> = P extends Parser<infer T> ? T : never;

function misfit(path: string, expected: string): never {
  throw new ParseError(`${path} is not ${expected}`);
}

/** A string, possibly empty. */
export const string: Parser<string> = (value, path = 'value') =>
  typeof value === 'string' ? value : misfit(path, 'a text');

/** A finite number. */
export const number: Parser<number> = (value, path = 'value') =>
  Number.isFinite(value) ? (value as number) : misfit(path, 'a number');

/** A number from `min` to `max`, inclusive. */
export function numberIn(min: number, max: number): Parser<number> {
  return (value, path = 'value') => {
    const found = number(value, path);
    return found >= min && found <= max ? found : misfit(path, `between ${min} and ${max}`);
  };
}

/** Unix seconds within the range of `Date`. */
export const unixTime = numberIn(0, 8.64e12);

export const numberOrText: Parser<number | string> = (value, path) =>
  typeof value === 'number' ? number(value, path) : string(value, path);

export function matching(pattern: RegExp): Parser<string> {
  return (value, path = 'value') => {
    const text = string(value, path);
    return pattern.test(text) ? text : misfit(path, `of the form ${pattern}`);
  };
}

/** An http(s) address, absolute or relative to the page, or an empty string. */
export const address: Parser<string> = (value, path = 'value') => {
  const text = string(value, path);
  try {
    if (/^https?:$/.test(new URL(text, location.href).protocol)) return text;
  } catch {
    // Not a valid address.
  }
  return misfit(path, 'a web address');
};

export const boolean: Parser<boolean> = (value, path = 'value') =>
  typeof value === 'boolean' ? value : misfit(path, 'true or false');

export function oneOf<const T extends string | number>(...known: T[]): Parser<T> {
  return (value, path = 'value') =>
    known.includes(value as T) ? (value as T) : misfit(path, `one of ${known}`);
}

export function nullable<T>(inner: Parser<T>): Parser<T | null> {
  return (value, path) => (value === null ? null : inner(value, path));
}

/** Returns `fallback` for undefined and null. Otherwise uses the inner parser, which may throw. */
export function optional<T, F>(inner: Parser<T>, fallback: F): Parser<T | F> {
  return (value, path) => (value === undefined || value === null ? fallback : inner(value, path));
}

/** A list of at most `most` items. */
export function array<T>(item: Parser<T>, most = Infinity): Parser<T[]> {
  return (value, path = 'value') => {
    if (!Array.isArray(value)) misfit(path, 'a list');
    if (value.length > most) misfit(path, `a list of at most ${most}`);
    return value.map((entry, index) => item(entry, `${path}[${index}]`));
  };
}

export function tuple<T extends unknown[]>(...items: { [K in keyof T]: Parser<T[K]> }): Parser<T> {
  return (value, path = 'value') => {
    if (!Array.isArray(value) || value.length !== items.length) misfit(path, `a list of ${items.length}`);
    return items.map((item, index) => item(value[index], `${path}[${index}]`)) as T;
  };
}

/** An object. Only the fields named here are returned. */
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

/** Maximum length of JSON to parse, in characters. A draft with five thumbnails takes a tenth of this. */
const longestJson = 1_000_000;

export function json<T>(inner: Parser<T>): Parser<T> {
  return (value, path = 'value') => {
    const text = string(value, path);
    if (text.length > longestJson) misfit(path, 'short enough');
    let content: unknown;
    try {
      content = JSON.parse(text);
    } catch {
      misfit(path, 'JSON');
    }
    return inner(content, path);
  };
}
