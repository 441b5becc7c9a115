import { type CallName, calls } from '../../server/contract/calls.ts';
import { isAbsent } from '../../src/api/data.ts';
import { openEnvelope } from '../../src/api/envelope.ts';
import { ApiError } from '../../src/api/errors.ts';
import { ParseError } from '../../src/platform/parse.ts';
import { Broken, send, type Target } from './send.ts';
import { generalLines, type SpecName, specification } from './specification.ts';

export interface Result {
  /** Method and name of the call, or the name of another check. */
  call: string;
  verdict: 'works' | 'works without' | 'broken' | 'not checked';
  /** Data that the app ignores, or the reason for the verdict `broken` or `not checked`. */
  notes: string[];
}

/** The query parameters of a GET, or the body of a POST. */
export type Given = Record<string, unknown>;

/** `data` is the result of the app's parser; null if parsing failed. */
export interface Checked {
  result: Result;
  // biome-ignore lint/suspicious/noExplicitAny: the type depends on the call.
  data: any;
}

const withoutToken = (name: CallName) => 'auth' in calls[name];

export const titleOf = (name: SpecName): string => `${calls[name].method.padEnd(4)} ${name}`;

/** Makes a call as the app does, parses the data with the app's parser, and notes data that the app would ignore. */
export async function checkCall(target: Target, name: SpecName, given: Given = {}): Promise<Checked> {
  const { line, read, without = {} } = specification[name];
  const result: Result = { call: titleOf(name), verdict: 'works', notes: [] };
  try {
    const raw = await callApi(target, name, given);
    const { data, misreadings } = readWith(read, raw);
    const absent = Object.entries<string>(without).filter(([field]) =>
      partsOf(raw).some(part => isAbsent(part[field])),
    );
    result.notes = [
      ...misreadings.map(words => `left out, since ${words}`),
      ...absent.map(([field, effect]) => `no ${field}: ${effect}`),
    ];
    if (result.notes.length > 0) result.verdict = 'works without';
    return { result, data };
  } catch (error) {
    return { result: { ...result, verdict: 'broken', notes: explain(error, line) }, data: null };
  }
}

/** Returns the data of a response envelope. Throws if the envelope has an error code or is invalid. */
export async function callApi(target: Target, name: CallName, given: Given): Promise<unknown> {
  const { method } = calls[name];
  const token = withoutToken(name) ? null : target.token;
  const query =
    method === 'GET' && Object.keys(given).length > 0 ? `?${new URLSearchParams(given as never)}` : '';
  const { response, text } = await send(target, {
    method,
    path: `/v1/${name}${query}`,
    token,
    ...(method === 'POST' && { body: given }),
  });
  try {
    return openEnvelope(text, response);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const type = response.headers.get('content-type') ?? 'no content-type';
    throw new Broken(
      '{"code": 0, "data": …} as JSON',
      `HTTP ${response.status}, ${type}: ${excerpt(inShape(text))}`,
    );
  }
}

/** Runs the app's parser, and collects its console messages about ignored data. */
function readWith(read: (value: unknown, path: string) => unknown, raw: unknown) {
  const misreadings = new Set<string>();
  const { warn } = console;
  console.warn = (cause: unknown) => misreadings.add((cause as Error).message);
  try {
    return { data: read(raw, 'data'), misreadings: [...misreadings].slice(0, 5) };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const expected = error.message.replace(' is not ', ' to be ').replace(' has no ', ' to have ');
    throw new Broken(expected, excerpt(shapeOf(raw)));
  } finally {
    console.warn = warn;
  }
}

/** The objects with a call's fields: the data or its list's items, each merged with the fields of its job. */
function partsOf(raw: unknown): Given[] {
  const data = isAbsent(raw) ? [] : Object(raw);
  const parts = Array.isArray(data)
    ? data
    : Array.isArray(data.list)
      ? data.list
      : 'list' in data
        ? []
        : [data];
  return parts.map((part: unknown) => ({ ...Object(part), ...Object(part)?.train_and_generate_info }));
}

/** Explains why a call is broken: expected data, received data, and the specification's text. */
export function explain(error: unknown, line: string): string[] {
  if (error instanceof ApiError) {
    return [
      `expected: code 0`,
      `came: code ${error.code}, ${excerpt(error.message)}`,
      `specification: ${line}`,
    ];
  }
  if (!(error instanceof Broken)) throw error;
  const isEnvelope = error.expected.startsWith('{"code"');
  return [
    `expected: ${error.expected}`,
    `came: ${error.came}`,
    `specification: ${isEnvelope ? generalLines.envelope : line}`,
  ];
}

/** Describes a JSON value's structure without its texts, which may be secret or personal. */
function shapeOf(value: unknown): string {
  if (typeof value === 'string') return value === '' ? '""' : 'a text';
  if (Array.isArray(value)) return `[${value.slice(0, 1).map(shapeOf)}${value.length > 1 ? ', …' : ''}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `{${Object.entries(value)
    .map(([name, part]) => `${name}: ${shapeOf(part)}`)
    .join(', ')}}`;
}

function inShape(text: string): string {
  try {
    return shapeOf(JSON.parse(text));
  } catch {
    return text;
  }
}

/** The beginning of a text, which may still contain secrets and control characters. */
export const excerpt = (text: string): string =>
  text.length > 120 ? `${text.slice(0, 120)}…` : text || 'nothing';

export async function checkRefusal(
  target: Target,
  name: SpecName,
  given: Given,
  what: string,
): Promise<Result> {
  const call = `${titleOf(name)} (${what})`;
  try {
    await callApi(target, name, given);
  } catch (error) {
    if (error instanceof ApiError) return { call, verdict: 'works', notes: [] };
    return { call, verdict: 'broken', notes: explain(error, specification[name].line) };
  }
  const notes = [
    `expected: a code other than 0 for ${what}`,
    'came: code 0',
    `specification: ${specification[name].line}`,
  ];
  return { call, verdict: 'broken', notes };
}
