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

export interface Sent {
  method: 'GET' | 'POST';
  /** Path relative to the API's base address, with the query. */
  path: string;
  body?: object;
  token: string | null;
}

export interface Received {
  response: Response;
  text: string;
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
export async function send(target: Target, sent: Sent): Promise<Received> {
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

/**
 * Makes a request with limits for time and size. Does not follow redirects, which could send the token to another
 * server.
 */
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
