/** How the API is reached: its address, where the app is served, and who asks. */
export interface Target {
  base: string;
  /** The app's origin; the API's own where it is not known. */
  app: string;
  token: string | null;
  /** How long a response may take, ms. */
  patience: number;
}

/** A request as the app would send it. */
export interface Sent {
  method: 'GET' | 'POST';
  /** Below the base, with its query. */
  path: string;
  body?: object;
  token: string | null;
}

/** A response that has come as a whole. */
export interface Received {
  response: Response;
  text: string;
}

/** What keeps a call from working, in sentences. */
export class Broken extends Error {
  readonly expected: string;
  readonly came: string;

  constructor(expected: string, came: string) {
    super(`${expected}; ${came}`);
    this.expected = expected;
    this.came = came;
  }
}

/** More than this no response of the specification is, bytes. */
const mostBytes = 5_000_000;

/** Sends a request, after a browser's question whether it may where the app is served elsewhere. */
export async function send(target: Target, sent: Sent): Promise<Received> {
  const address = `${target.base}${sent.path}`;
  const headers = {
    'user-language': 'en',
    ...(sent.token !== null && { authorization: `Bearer ${sent.token}` }),
    ...(sent.body && { 'content-type': 'application/json' }),
  };
  const isElsewhere = new URL(target.base).origin !== target.app;
  if (isElsewhere) await askFirst(target, address, sent.method, Object.keys(headers));
  const received = await request(target, address, {
    method: sent.method,
    headers: { ...headers, ...(isElsewhere && { origin: target.app }) },
    ...(sent.body && { body: JSON.stringify(sent.body) }),
  });
  if (isElsewhere) checkOrigin(target, received.response, 'the response');
  return received;
}

/** Asks as a browser does before it sends such a request to another origin. */
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
  checkOrigin(target, response, 'the preflight');
  const allowed = listIn(response, 'access-control-allow-headers');
  const methods = listIn(response, 'access-control-allow-methods');
  if (method === 'PUT' && !methods.includes('put') && !methods.includes('*')) {
    throw new Broken(
      'access-control-allow-methods with PUT',
      methods.join(', ') || 'no such header in the preflight',
    );
  }
  // `*` does not cover Authorization.
  // `*` does not cover Authorization.
  // `*` does not cover Authorization.
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

function checkOrigin({ app }: Target, { headers }: Response, of: string): void {
  const allowed = headers.get('access-control-allow-origin');
  if (allowed === '*' || allowed === app) return;
  throw new Broken(`access-control-allow-origin: ${app} in ${of}`, allowed ?? 'no such header');
}

const listIn = ({ headers }: Response, name: string) =>
  (headers.get(name) ?? '')
    .toLowerCase()
    .split(',')
    .map(part => part.trim())
    .filter(Boolean);

/** Never follows a redirect, which could carry the token elsewhere; takes a bounded time and a bounded response. */
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

/** What the codes of Node's connections mean. */
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

/** What the innermost cause means, and its own words: Node's first ones are "fetch failed". */
function whyNot(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause ? `${cause.code}` : '';
  const words = connectionWords.find(([pattern]) => pattern.test(code))?.[1];
  return `no connection${words ? `: ${words}` : ''} (${code ? `${code}: ` : ''}${cause.message})`;
}
