/** Environment variables by name. */
export type Environment = Record<string, string | undefined>;

/** A whole number from 0 to `largest`; throws a sentence that names the variable when it is something else. */
export function readNumber(
  environment: Environment,
  name: string,
  fallback: number,
  largest: number,
): number {
  const text = environment[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > largest) {
    throw new Error(`${name} must be a whole number from 0 to ${largest}, not "${text}".`);
  }
  return value;
}

/** 0 or 1; throws when it is something else. */
export function readFlag(environment: Environment, name: string, fallback: boolean): boolean {
  const text = environment[name];
  if (!text) return fallback;
  if (text !== '0' && text !== '1') throw new Error(`${name} must be 0 or 1, not "${text}".`);
  return text === '1';
}

/** One of the choices; throws when it is something else. */
export function readOneOf<Choice extends string>(
  environment: Environment,
  name: string,
  fallback: Choice,
  choices: readonly Choice[],
): Choice {
  const text = environment[name] || fallback;
  const choice = choices.find(candidate => candidate === text);
  if (choice === undefined) throw new Error(`${name} must be one of ${choices.join(', ')}, not "${text}".`);
  return choice;
}

/** Origins separated by commas; throws when one is something else. */
export function readOrigins(environment: Environment, name: string): string[] {
  const texts = (environment[name] ?? '').split(',').map(text => text.trim());
  return texts.filter(Boolean).map(text => {
    if (!URL.canParse(text) || new URL(text).origin !== text) {
      throw new Error(`${name} must hold origins such as https://app.example.com, not "${text}".`);
    }
    return text;
  });
}

/** Variables that only mean something together: their values in the same order, null when none is given. */
export function readTogether<Names extends readonly string[]>(
  environment: Environment,
  names: Names,
): { [Index in keyof Names]: string } | null {
  const values = names.map(name => environment[name] || '');
  if (values.every(value => value === '')) return null;
  const missing = names.filter((_, index) => values[index] === '');
  if (missing.length > 0) {
    throw new Error(`${names.join(', ')} must be given together: ${missing.join(', ')} is missing.`);
  }
  return values as { [Index in keyof Names]: string };
}
