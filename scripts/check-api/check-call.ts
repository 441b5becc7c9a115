import { type CallName, calls } from '../../server/contract/calls.ts';
import { isAbsent } from '../../src/api/data.ts';
import { openEnvelope } from '../../src/api/envelope.ts';
import { ApiError } from '../../src/api/errors.ts';
import { ParseError } from '../../src/platform/parse.ts';
import { generalLines, type SpecName, specification } from './specification.ts';

export interface Result {
  /** Method and name of the call, or the name of another check. */
  call: string;
  verdict: 'works' | 'works without' | 'broken' | 'not checked';
  /** Data that the app ignores, or the reason for the verdict `broken` or `not checked`. */
  notes: string[];
}

/** The query parameters of a GET, or the body of a POST. */
type Given = Record<string, unknown>;

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
  const result = works(titleOf(name));
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
    return { result: broken(result.call, error, line), data: null };
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

export const works = (call: string): Result => ({ call, verdict: 'works', notes: [] });

/** The result of a call that failed, with the specification's text about it. */
export function broken(call: string, error: unknown, line: string): Result {
  if (error instanceof ApiError) {
    return broken(call, new Broken('code 0', `code ${error.code}, ${excerpt(error.message)}`), line);
  }
  if (!(error instanceof Broken)) throw error;
  const { expected, came } = error;
  const said = expected.startsWith('{"code"') ? generalLines.envelope : line;
  const notes = [`expected: ${expected}`, `came: ${came}`, `specification: ${said}`];
  return { call, verdict: 'broken', notes };
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
  const { line } = specification[name];
  try {
    await callApi(target, name, given);
    return broken(call, new Broken(`a code other than 0 for ${what}`, 'code 0'), line);
  } catch (error) {
    return error instanceof ApiError ? works(call) : broken(call, error, line);
  }
}

export interface Target {
  base: string;
  /** The app's origin. Default: the API's origin. */
  app: string;
  token: string | null;
  /** Time limit in milliseconds for each response. */
  patience: number;
  /** Called if a browser would block a call because of CORS. The check continues without CORS. */
  onCors(problem: Broken, path: string): void;
}

type Received = { response: Response; text: string };

interface Sent {
  method: 'GET' | 'POST';
  /** Path relative to the API's base address, with the query. */
  path: string;
  body?: object;
  token: string | null;
}

/** Thrown if a call does not work; contains the reason. */
export class Broken extends Error {
  readonly expected: string;
  readonly came: string;

  constructor(expected: string, came: string) {
    super(`${expected}; ${came}`);
    this.expected = expected;
    this.came = came;
  }
}

/** Maximum size of a response. No response of the specification is larger. */
const mostBytes = 5_000_000;

/** Sends a request. If the app's origin differs from the API's, sends a preflight request first. */
async function send(target: Target, sent: Sent): Promise<Received> {
  const address = `${target.base}${sent.path}`;
  const headers = {
    'user-language': 'en',
    ...(sent.token !== null && { authorization: `Bearer ${sent.token}` }),
    ...(sent.body && { 'content-type': 'application/json' }),
  };
  const isElsewhere = new URL(target.base).origin !== target.app;
  const problem = isElsewhere
    ? await askFirst(target, address, sent.method, Object.keys(headers)).catch((error: Error) => error)
    : null;
  const received = await request(target, address, {
    method: sent.method,
    headers: { ...headers, ...(isElsewhere && { origin: target.app }) },
    ...(sent.body && { body: JSON.stringify(sent.body) }),
  });
  const blocked = problem ?? (isElsewhere ? originProblem(target, received.response, 'the response') : null);
  if (blocked instanceof Broken) target.onCors(blocked, sent.path);
  else if (blocked) throw blocked;
  return received;
}

/** Sends a preflight request, as a browser does before a request to another origin. */
export async function askFirst(
  target: Target,
  address: string,
  method: string,
  names: string[],
): Promise<void> {
  const { response } = await request(target, address, {
    method: 'OPTIONS',
    headers: {
      origin: target.app,
      'access-control-request-method': method,
      'access-control-request-headers': names.sort().join(','),
    },
  });
  if (!response.ok)
    throw new Broken('a preflight (OPTIONS) with a status of 200 to 299', `HTTP ${response.status}`);
  const problem = originProblem(target, response, 'the preflight');
  if (problem) throw problem;
  const allowed = listIn(response, 'access-control-allow-headers');
  const methods = listIn(response, 'access-control-allow-methods');
  if (method === 'PUT' && !methods.includes('put') && !methods.includes('*')) {
    throw new Broken(
      'access-control-allow-methods with PUT',
      methods.join(', ') || 'no such header in the preflight',
    );
  }
  // The wildcard `*` does not cover the Authorization header.
  const missing = names.filter(
    name => !allowed.includes(name) && (name === 'authorization' || !allowed.includes('*')),
  );
  if (missing.length > 0) {
    throw new Broken(
      `access-control-allow-headers with ${missing.join(', ')}`,
      allowed.join(', ') || 'no such header in the preflight',
    );
  }
}

function originProblem({ app }: Target, { headers }: Response, of: string): Broken | null {
  const allowed = headers.get('access-control-allow-origin');
  if (allowed === '*' || allowed === app) return null;
  return new Broken(`access-control-allow-origin: ${app} in ${of}`, allowed ?? 'no such header');
}

const listIn = ({ headers }: Response, name: string) =>
  (headers.get(name) ?? '')
    .toLowerCase()
    .split(',')
    .map(part => part.trim())
    .filter(Boolean);

/** Limits time and size. Follows no redirects, which could send the token to another server. */
async function request({ patience }: Target, address: string, init: RequestInit): Promise<Received> {
  const signal = AbortSignal.timeout(patience);
  try {
    const response = await fetch(address, { ...init, redirect: 'manual', signal });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new Broken(
        'a response at this address',
        `a redirect (HTTP ${response.status}) to ${response.headers.get('location')}`,
      );
    }
    return { response, text: await bounded(response) };
  } catch (error) {
    if (error instanceof Broken) throw error;
    if (signal.aborted) throw new Broken('a response', `none within ${patience / 1000} s`);
    throw new Broken('a response', whyNot(error));
  }
}

async function bounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > mostBytes) throw new Broken(`at most ${mostBytes / 1e6} MB`, 'more');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

const connectionWords: [code: RegExp, words: string][] = [
  [/^ECONNREFUSED$/, 'nothing listens there'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'no server of this name is known'],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'the server cannot be reached'],
  [/^(ECONNRESET|UND_ERR_SOCKET)$/, 'the server has ended the connection'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another name'],
  [/CERT|SIGNATURE/, 'nobody that browsers trust has signed its certificate'],
  [/^ERR_SSL/, 'it does not speak https'],
];

/** The message of the error's cause, because Node's own message says only "fetch failed". */
function whyNot(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause ? `${cause.code}` : '';
  const words = connectionWords.find(([pattern]) => pattern.test(code))?.[1];
  return `no connection${words ? `: ${words}` : ''} (${code ? `${code}: ` : ''}${cause.message})`;
}
