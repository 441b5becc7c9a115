import type {
  Body,
  CallName,
  Data,
  FeatureOf,
  NameBy,
  PublicName,
  Query,
} from '../../server/contract/calls.ts';
import type { Feature } from '../../server/contract/features.ts';
import { noteError } from '../platform/error-log.ts';
import type { Parser } from '../platform/parse.ts';
import type { WireId } from '../state/is-same-id.ts';
import { overlay, toast } from '../state/overlay.ts';
import { session } from '../state/session.ts';
import { addressOf, headersOf } from './address.ts';
import type { Reading } from './data.ts';
import { takeEarlyResponse, timeLimit } from './early-request.ts';
import { openEnvelope } from './envelope.ts';
import { ApiError, MissingFeature, NetworkError } from './errors.ts';

let ended = 0;

let last = Promise.resolve(false);

let isRunning = false;

/** Number of finished token refreshes. Each call notes it before sending, to detect a refresh that ended meanwhile. */
const endedRefreshes = (): number => ended;

export interface CallOptions {
  /** If true, a failed call shows a toast. Otherwise the caller handles the error. */
  toast?: boolean;
  /** If false, a refused token makes the call fail at once, without a sign-in. */
  signIn?: boolean;
  /** A request header that is sent only if the API declares `feature`. */
  header?: { feature: Feature; name: string; value: string };
  signal?: AbortSignal;
  /** If true, code 0 counts as success even with an HTTP error status, because the call may have spent coins. */
  anyStatus?: boolean;
}

/** A call beyond the basic API must name its feature; the call fails unless the API declares that feature. */
type Options<Name extends CallName> = [FeatureOf<Name>] extends [never]
  ? [options?: CallOptions]
  : [options: CallOptions & { feature: FeatureOf<Name> }];

interface Sent {
  name: CallName;
  method: 'GET' | 'POST';
  search: string;
  body: string | null;
}

const withoutToken: Record<PublicName, true> = { login: true, jsapisignature: true, getHomePics: true };

/** Further calls that send no token; empty by default. */
export const tokenWhitelist: CallName[] = [];

/** Functions that higher layers set when the app starts, because this layer must not import them. */
export const clientHooks: {
  /** Returns the current language code, which every call sends. */
  language: () => string;
  /**
   * Called when the server refused the token `refused` (null if the call sent none). Resolves with true if a retry
   * makes sense, because there is a new token or because other calls accept the old one. Resolves with false otherwise.
   */
  refresh: ((refused: string | null, name: CallName) => Promise<boolean>) | null;
  /** True if the API declares the feature. Loads the API's features first if they are not known yet. */
  hasFeature: (feature: Feature) => Promise<boolean>;
} = { language: () => '', refresh: null, hasFeature: async () => false };

/** Calls the API by GET and returns the parsed `data`; rejects with `ApiError`, `NetworkError`, `MissingFeature`. */
export function get<Name extends NameBy<'GET'>, T extends Reading<Data<Name>>>(
  name: Name,
  query: Query<Name>,
  parse: Parser<T>,
  ...[options]: Options<Name>
): Promise<T> {
  const entries = Object.entries(query as Record<string, string | number | undefined>);
  const text = entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  const search = entries.length > 0 ? `?${new URLSearchParams(text)}` : '';
  return call({ name, method: 'GET', search, body: null }, parse, options);
}

/** The body of a call. Ids go back to the API exactly as it sent them, as numbers or as strings. */
type Sending<T> = {
  [K in keyof T]: K extends `${string}_id` ? WireId | Extract<T[K], undefined> : T[K];
};

export function post<Name extends NameBy<'POST'>, T extends Reading<Data<Name>>>(
  name: Name,
  body: Sending<Body<Name>>,
  parse: Parser<T>,
  ...[options]: Options<Name>
): Promise<T> {
  return call({ name, method: 'POST', search: '', body: JSON.stringify(body) }, parse, options);
}

async function call<T>(
  sent: Sent,
  parse: Parser<T>,
  options: CallOptions & { feature?: Feature } = {},
): Promise<T> {
  const { feature } = options;
  if (feature && !(await clientHooks.hasFeature(feature))) throw new MissingFeature(feature);
  try {
    return parseData(await attempt(sent, options), parse);
  } catch (error) {
    noteError(sent.name, error);
    // Show no toast for other errors: the user cancelled a sign-in, or the phone has already shown the error.
    const ours = error instanceof ApiError || error instanceof NetworkError;
    if (ours && options.toast && !options.signal?.aborted) showError(error);
    throw error;
  }
}

/** Treats data that does not parse like a missing response. */
function parseData<T>(data: unknown, parse: Parser<T>): T {
  try {
    return parse(data, 'data');
  } catch (cause) {
    console.warn(cause);
    throw new NetworkError('', cause);
  }
}

/** Shows a toast with the server's message, else the status text, else "network error" or "offline". */
export function showError(error: unknown): void {
  const words = error instanceof ApiError || error instanceof NetworkError ? error.message : '';
  const message = words ? { text: words } : navigator.onLine ? 'error.network' : 'offline';
  // If parallel calls fail in the same way, show only one toast.
  if (overlay.toasts.some(shown => JSON.stringify(shown.message) === JSON.stringify(message))) return;
  toast(message);
}

async function attempt(sent: Sent, options: CallOptions): Promise<unknown> {
  const first = await sendWithToken(sent, options);
  if (!(await first.refresh())) return open(first.response, options);
  const second = await sendWithToken(sent, options);
  // The server refused the new token too, so this call fails. `refresh` ensures that later calls know of the refusal.
  if (second.token !== first.token) await second.refresh();
  return open(second.response, options);
}

/** The returned `refresh` resolves with true if the server refused the token and a retry makes sense. */
async function sendWithToken(sent: Sent, options: CallOptions) {
  const { token } = session;
  const before = endedRefreshes();
  const response = await send(sent, options);
  // A new token cannot help a call that sends no token.
  const helped = response.status === 401 && options.signIn !== false && carriesToken(sent.name);
  const refresh = async () => {
    const hook = clientHooks.refresh;
    return helped && hook !== null && refreshOnce(() => hook(token, sent.name), before);
  };
  return { response, token, refresh };
}

function carriesToken(name: CallName): boolean {
  return !(name in withoutToken || tokenWhitelist.includes(name));
}

async function send({ name, method, search, body }: Sent, options: CallOptions): Promise<Response> {
  const { signal, header } = options;
  const address = addressOf(name, search);
  const language = clientHooks.language();
  const isTaken = header && (await clientHooks.hasFeature(header.feature));
  const headers = {
    ...headersOf(language, carriesToken(name) ? session.token : null),
    ...(isTaken && { [header.name]: header.value }),
    ...(body !== null && { 'Content-Type': 'application/json' }),
  };

  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeLimit);
  const stop = () => abort.abort();
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    const early = method === 'GET' ? takeEarlyResponse(address, language) : null;
    const response = await (early ?? fetch(address, { method, headers, body, signal: abort.signal }));
    // Read the body here, so that the time limit includes it.
    return new Response(await response.text(), response);
  } catch (cause) {
    throw new NetworkError('', cause);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

async function open(response: Response, { anyStatus = false }: CallOptions): Promise<unknown> {
  return openEnvelope(await response.text(), response, anyStatus);
}

/** Calls that were sent before a refresh ended share its result, even if the server refuses them only afterwards. */
function refreshOnce(refresh: () => Promise<boolean>, endedBefore: number): Promise<boolean> {
  if (!isRunning && endedBefore === ended) {
    isRunning = true;
    last = refresh().finally(() => {
      ended++;
      isRunning = false;
    });
  }
  return last;
}
