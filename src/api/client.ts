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

/** How many refreshes of the token have ended; a call notes it when it leaves. */
const endedRefreshes = (): number => ended;

/** How one call differs from others. */
export interface CallOptions {
  /** True: an error is shown as a toast; else its caller decides. */
  toast?: boolean;
  /** False: a refused token is an error at once, without asking the user to sign in. */
  signIn?: boolean;
  /** A header that not every API takes: sent where its word is declared. */
  header?: { feature: Feature; name: string; value: string };
  signal?: AbortSignal;
  /** True: code 0 is a success whatever the HTTP status says, since coins may be spent. */
  anyStatus?: boolean;
}

/** A call beyond the specification names its word, and is not made where the API does not declare it. */
type Options<Name extends CallName> = [FeatureOf<Name>] extends [never]
  ? [options?: CallOptions]
  : [options: CallOptions & { feature: FeatureOf<Name> }];

/** A request as it is sent. */
interface Sent {
  name: CallName;
  method: 'GET' | 'POST';
  search: string;
  body: string | null;
}

/** Calls that never carry the token. */
const withoutToken: Record<PublicName, true> = { login: true, jsapisignature: true, getHomePics: true };

/** Further calls that skip the token; none by default. */
export const tokenWhitelist: CallName[] = [];

/** What the client needs from parts above it; set once at start. */
export const clientHooks: {
  /** The current language code, sent with each call. */
  language: () => string;
  /**
   * Called when the server refused this token to a call (null: it carried none). True: the call is worth another try, with a new
   * token or since other calls accept the old one; false: there is no new token.
   */
  refresh: ((refused: string | null, name: CallName) => Promise<boolean>) | null;
  /** Whether the API declares a word; it may have to be asked first. */
  hasFeature: (feature: Feature) => Promise<boolean>;
} = { language: () => '', refresh: null, hasFeature: async () => false };

/** Calls the API by GET and resolves with the parsed `data`; rejects with `ApiError` or `NetworkError`. */
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

/** What a call takes; an id goes back in the kind in which the API gave it. */
type Sending<T> = {
  [K in keyof T]: K extends `${string}_id` ? WireId | Extract<T[K], undefined> : T[K];
};

/** The same by POST. */
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
    // Any other error is a sign-in that the user cancelled, or one that the phone has already reported.
    const ours = error instanceof ApiError || error instanceof NetworkError;
    if (ours && options.toast && !options.signal?.aborted) showError(error);
    throw error;
  }
}

/** Data that do not fit are no usable response. */
function parseData<T>(data: unknown, parse: Parser<T>): T {
  try {
    return parse(data, 'data');
  } catch (cause) {
    console.warn(cause);
    throw new NetworkError('', cause);
  }
}

/** Shows an error as a toast: the server's words, else the status text, else 'network error', or that there is no network. */
export function showError(error: unknown): void {
  const words = error instanceof ApiError || error instanceof NetworkError ? error.message : '';
  const message = words ? { text: words } : navigator.onLine ? 'error.network' : 'offline';
  // When parallel calls fail in the same way, show one toast.
  if (overlay.toasts.some(shown => JSON.stringify(shown.message) === JSON.stringify(message))) return;
  toast(message);
}

async function attempt(sent: Sent, options: CallOptions): Promise<unknown> {
  const first = await sendWithToken(sent, options);
  if (!(await first.refresh())) return open(first.response, options);
  const second = await sendWithToken(sent, options);
  // Refused again: this call gives up, but later calls must know that a new token is bad too.
  if (second.token !== first.token) await second.refresh();
  return open(second.response, options);
}

/** Sends a request; `refresh` resolves true if its token was refused and it is worth another try. */
async function sendWithToken(sent: Sent, options: CallOptions) {
  const { token } = session;
  const before = endedRefreshes();
  const response = await send(sent, options);
  // A fresh token would not help a call that carries none.
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
    // The time limit covers the body too.
    return new Response(await response.text(), response);
  } catch (cause) {
    throw new NetworkError('', cause);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** The data in the envelope of a success. */
async function open(response: Response, { anyStatus = false }: CallOptions): Promise<unknown> {
  return openEnvelope(await response.text(), response, anyStatus);
}

/** Refreshes the token, as `refresh` does. Calls that left before a refresh ended share it, however late they are refused. */
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
