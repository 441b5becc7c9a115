import type { Static, TObject, TProperties } from 'typebox';
import Value from 'typebox/value';
import { fromText } from './setting-kinds.ts';

export type Environment = Record<string, string | undefined>;

/**
 * Reads settings by name and fills in defaults. An empty variable counts as missing. Throws a message with the invalid
 * variable, its value (unless secret) and the allowed values.
 */
export function readSettings<Properties extends TProperties>(
  properties: Properties,
  environment: Environment,
): Static<TObject<Properties>> {
  const entries = Object.entries(properties).flatMap(([name, schema]): [string, unknown][] => {
    const given = environment[name];
    if (!given) return 'default' in schema ? [[name, schema.default]] : [];
    if (given !== given.trim()) {
      throw new Error(`${name} begins or ends with a blank or the end of a line: remove it.`);
    }
    if (/^(["'`]).*\1$/s.test(given)) {
      throw new Error(`${name} stands in quotation marks: write its value without them.`);
    }
    const value = fromText(schema, given);
    if (!Value.Check(schema, value)) {
      const { allowed, isSecret } = schema as { allowed?: string; isSecret?: boolean };
      const shown = isSecret ? '' : `, not "${given.replace(/\/\/[^/@]*@/g, '//…@')}"`;
      throw new Error(`${name} must be ${allowed}${shown}.`);
    }
    return [[name, value]];
  });
  return Object.fromEntries(entries) as Static<TObject<Properties>>;
}

/** The settings' values in order; null if all are missing. Throws a message if only some are missing. */
export function readTogether<Name extends string, const Names extends readonly Name[]>(
  settings: Partial<Record<Name, unknown>>,
  names: Names,
): { [Index in keyof Names]: string } | null {
  const missing = names.filter(name => settings[name] === undefined);
  if (missing.length === names.length) return null;
  if (missing.length > 0) {
    throw new Error(`${names.join(', ')} must be given together: ${missing.join(', ')} is missing.`);
  }
  return names.map(name => settings[name]) as { [Index in keyof Names]: string };
}

/** Converts a setting's name such as `PHOTO_DAYS` to `photoDays`. */
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;

/** Settings by their names in code. */
export type Named<Settings> = {
  [Name in keyof Settings as Name extends string ? CamelCase<Name> : never]: Settings[Name];
};

export function inCamelCase<Settings extends object>(settings: Settings): Named<Settings> {
  const camelCase = (name: string) =>
    name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [camelCase(name), value]),
  ) as Named<Settings>;
}
