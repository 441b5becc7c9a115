import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { beforeAll, expect, test } from 'vitest';
import { within } from '../../scripts/attack/attackers.ts';
import { signIn } from '../server/support/backend.ts';
import { uploadPhotos } from '../server/support/jobs.ts';
import { sharedBackend } from '../server/support/shared-backend.ts';
import { anyText } from '../support/any-text.ts';
import { isLong } from '../support/some-of.ts';

const rounds = isLong ? 1_000 : 60;
const together = 20;
const longestWait = 20_000;

/** To repeat the requests of a failed run, set FUZZ_SEED to the seed in its test name. */
const seed = Number(process.env.FUZZ_SEED ?? 20_260_101);
const userNames = ['Ann', 'Bob', 'Cat', 'Dan', 'Eve'];
const tokens = new Map<string, string>();

/** Users who logged out in this round. */
const gone = new Set<string>();
/** Texts from responses by property name. Requests use these texts to refer to existing things. */
const seen = new Map<string, string[]>();
const statuses = new Map<number, number>();
const backend = sharedBackend({ LOG_LEVEL: 'error' });

interface Parameter {
  in: 'query' | 'header' | 'path';
  name: string;
  required?: boolean;
  schema: JsonSchema;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}

interface Call {
  method: 'GET' | 'POST';
  url: string;
  operation: Operation;
}

interface Made {
  call: Call;
  who: string;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
}

beforeAll(async () => {
  for (const name of userNames) await enter(name);
});

async function enter(name: string): Promise<void> {
  const user = await signIn(backend, name);
  tokens.set(name, user.token);
  remember(await uploadPhotos(user, 2), 'resource_pics');
}

async function readCalls(): Promise<Call[]> {
  const document = (await backend.app.inject('/v1/openapi.json')).json();
  return Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
    ([url, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        method: method.toUpperCase() as Call['method'],
        url,
        operation,
      })),
  );
}

function requestsOf(call: Call): fc.Arbitrary<Made> {
  const { parameters = [], requestBody } = call.operation;
  const partOf = (place: Parameter['in']) => {
    const chosen = parameters.filter(parameter => parameter.in === place);
    return objectFor({
      properties: Object.fromEntries(chosen.map(({ name, schema }) => [name, schema])),
      required: chosen.filter(({ required }) => required).map(({ name }) => name),
    });
  };
  const schema = requestBody?.content['application/json']?.schema;
  return fc.record({
    call: fc.constant(call),
    who: fc.constantFrom(...userNames, ...userNames, 'a guest'),
    query: partOf('query'),
    headers: partOf('header'),
    body: schema
      ? fc.oneof({ weight: 19, arbitrary: objectFor(schema) }, fc.jsonValue())
      : fc.constant(undefined),
  });
}

function optionsOf({ call, who, query, headers, body }: Made): InjectOptions {
  // Remove other characters, which Node refuses to send in headers.
  const sent = Object.entries(textsOf(headers)).map(([name, text]) => [
    name,
    text.replace(/[^\x20-\x7e]/g, '?'),
  ]);
  return {
    method: call.method,
    url: `${call.url}?${new URLSearchParams(textsOf(query))}`,
    headers: {
      authorization: `Bearer ${tokens.get(who) ?? 'unknown'}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...Object.fromEntries(sent),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  };
}

function textsOf(values: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(values).map(([name, value]) => {
    return [name, typeof value === 'string' ? value : (JSON.stringify(value) ?? '')];
  });
  return Object.fromEntries(texts);
}

async function send(made: Made): Promise<void> {
  const options = optionsOf(made);
  const said = `${options.method} ${options.url} ${options.payload ?? ''}`;
  const response = await within(longestWait, said, async () => backend.app.inject(options));
  statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);

  const envelope = response.json<{ code: number; data: unknown }>();
  const { responses } = made.call.operation;
  const schemaOf = (name: string) => responses[name]?.content?.['application/json']?.schema ?? {};
  const isSuccess = response.statusCode === 200 && envelope.code === 0;
  if (response.statusCode >= 500) throw new Error(`${response.statusCode}: ${said}`);
  const schema: TSchema = schemaOf(isSuccess ? '200' : 'default');
  if (!Check(schema, envelope as unknown)) {
    throw new Error(`not as documented: ${said} → ${response.body}`);
  }
  remember(envelope.data);

  const isOut = /\/(logout|deleteAccount)$/.test(made.call.url) && isSuccess;
  if (isOut && userNames.includes(made.who)) gone.add(made.who);
}

test(`${rounds * together} random requests made from the OpenAPI document (seed ${seed}) get documented responses in time`, async () => {
  const calls = await readCalls();
  const requests = fc.array(fc.oneof(...calls.map(requestsOf)), { minLength: together, maxLength: together });
  const property = fc.asyncProperty(requests, async made => {
    await Promise.all(made.map(send));
    for (const name of gone) await enter(name);
    gone.clear();
  });
  await fc.assert(property, { seed, numRuns: rounds, endOnFailure: true });

  const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  expect(total).toBe(rounds * together);
  // The test would prove little if validation refused most requests.
  expect(statuses.get(200)).toBeGreaterThan(total / 4);
}, 180_000);

/** The parts of JSON Schema that our OpenAPI document uses. */
interface JsonSchema {
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

/** Any JSON value, which mostly violates the schema. */
const hostileValues = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  hostileTexts,
  fc.constantFrom(null, true, -1, 0, 0.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, [], {}),
);

/** Generates values for a schema: mostly valid, some from earlier responses, some invalid. */
function valuesFor(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const known = fc.nat(1_000).map(choice => {
    const texts = seen.get(name) ?? ['nothing yet'];
    return texts[choice % texts.length];
  });
  return fc.oneof(
    { weight: 6, arbitrary: rightValues(schema, name) },
    { weight: schema.type === 'string' ? 6 : 0, arbitrary: known },
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

/** Generates objects with the schema's properties. Sometimes a required property is missing. */
function objectFor(schema: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const properties = Object.entries(schema.properties ?? {});
  const values = Object.fromEntries(properties.map(([name, each]) => [name, valuesFor(each, name)]));
  return fc.oneof(
    { weight: 9, arbitrary: fc.record(values, { requiredKeys: schema.required ?? [] }) },
    { weight: 1, arbitrary: fc.record(values, { requiredKeys: [] }) },
  );
}

/** Saves every text in a response by its property name. */
function remember(value: unknown, name = ''): void {
  if (typeof value === 'string' && value.length < 1_000) {
    const texts = seen.get(name) ?? [];
    if (texts.length < 300) texts.push(value);
    seen.set(name, texts);
  } else if (Array.isArray(value)) {
    for (const each of value.slice(0, 5)) remember(each, name);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) remember(each, key);
  }
}
