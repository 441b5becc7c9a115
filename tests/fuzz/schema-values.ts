import fc from 'fast-check';
import { anyText } from '../support/any-text.ts';

/** A JSON schema, as far as the API's document uses it. */
export interface JsonSchema {
  type?: string;
  const?: unknown;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
}

const hostileTexts = fc.oneof(
  anyText(60),
  fc.constantFrom(
    '',
    '\0',
    'a\0b',
    '../../etc/passwd',
    "' OR 1=1 --",
    '__proto__',
    '%00',
    '\ud800',
    '9'.repeat(400),
    '汉字🙂',
  ),
);

/** Anything at all, most of it wrong. */
const hostileValues = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  hostileTexts,
  fc.constantFrom(null, true, -1, 0, 0.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, [], {}),
);

/** Values that were seen in responses, by the name of their property: what makes a request mean something. */
export type Seen = Map<string, string[]>;

/** Requests are made before they are sent: a reference is looked up among the responses when its turn comes. */
export interface Reference {
  reference: string;
  choice: number;
}

/** Whether a made value stands for one that a response will have held. */
function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && 'reference' in value && 'choice' in value;
}

/** Values for a schema: mostly right ones, some from earlier responses, some hostile. */
function valuesFor(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const reference = fc.record({ reference: fc.constant(name), choice: fc.nat(1_000) });
  return fc.oneof(
    { weight: 6, arbitrary: rightValues(schema, name) },
    { weight: schema.type === 'string' ? 6 : 0, arbitrary: reference },
    { weight: 1, arbitrary: hostileValues },
  );
}

function rightValues(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(option => rightValues(option, name)));
  switch (schema.type) {
    case 'object':
      return objectFor(schema);
    case 'array':
      return fc.array(valuesFor(schema.items ?? {}, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 6),
      });
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1) }),
        fc.integer({ min: Math.max(schema.minimum ?? 0, 0), max: 40 }),
      );
    case 'string':
      return schema.pattern
        ? fc.stringMatching(new RegExp(schema.pattern))
        : fc.string({ minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 40, 60) });
    default:
      return hostileValues;
  }
}

/** An object of the schema's properties; now and then one that is required is missing. */
export function objectFor(schema: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const properties = Object.entries(schema.properties ?? {});
  const values = Object.fromEntries(properties.map(([name, each]) => [name, valuesFor(each, name)]));
  return fc.oneof(
    { weight: 9, arbitrary: fc.record(values, { requiredKeys: schema.required ?? [] }) },
    { weight: 1, arbitrary: fc.record(values, { requiredKeys: [] }) },
  );
}

/** Remembers every text of a response under the name of its property. */
export function remember(seen: Seen, value: unknown, name = ''): void {
  if (typeof value === 'string' && value.length < 1_000) {
    const texts = seen.get(name) ?? [];
    if (texts.length < 300) texts.push(value);
    seen.set(name, texts);
  } else if (Array.isArray(value)) {
    for (const each of value.slice(0, 5)) remember(seen, each, name);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) remember(seen, each, key);
  }
}

/** The made value with its references replaced by what was seen. */
export function resolved(value: unknown, seen: Seen): unknown {
  if (isReference(value)) {
    const texts = seen.get(value.reference) ?? [];
    return texts[value.choice % Math.max(1, texts.length)] ?? 'nothing yet';
  }
  if (Array.isArray(value)) return value.map(each => resolved(each, seen));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolved(each, seen)]));
}
