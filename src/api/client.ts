import { overlay, toast } from '../state/overlay.ts';
import { session } from '../state/session.ts';
import { ApiError, NetworkError } from './errors.ts';

/** How one call differs from a plain GET that toasts its errors. */
export interface CallOptions {
  method?: 'GET' | 'POST';
  query?: Record<string, string | number>;
  body?: unknown;
  /** False: the caller shows errors itself. */
  toast?: boolean;
  /** False: a refused token is an error at once, without asking the person to sign in. */
  signIn?: boolean;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Time after which a call is given up, ms. */
const timeLimit = 120_000;

const base = import.meta.env.VITE_API_BASE ?? '';

/** Calls that never carry the token. */
const withoutToken = ['/v1/login', '/v1/jsapisignature', '/v1/getHomePics'];

/** Further calls that skip the token; none by default. */
export const tokenWhitelist: string[] = [];

/** What the client needs from parts above it; set once at start. */
export const clientHooks: {
  /** The current language code, sent with each call. */
  language: () => string;
  /** Gets a fresh token after the server refused the old one. */
  refresh: (() => Promise<void>) | null;
} = { language: () => 'en', refresh: null };

/** Calls the API and resolves with the envelope's `data`; rejects with `ApiError` or `NetworkError`. */
export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  try {
    return await attempt<T>(path, options);
  } catch (error) {
    // Any other error is a sign-in that the person gave up, or of which the phone has spoken already.
    const ours = error instanceof ApiError || error instanceof NetworkError;
    if (ours && options.toast !== false && !options.signal?.aborted) showError(error);
    throw error;
  }
}

/** Shows an error as a toast: the server's words, else the status text, else 'network error'. */
export function showError(error: unknown): void {
  const words = error instanceof ApiError || error instanceof NetworkError ? error.message : '';
  const message = words ? { text: words } : 'error.network';
  // The same failure of several parallel calls is said once.
  if (overlay.toasts.some(shown => JSON.stringify(shown.message) === JSON.stringify(message))) return;
  toast(message);
}

async function attempt<T>(path: string, options: CallOptions): Promise<T> {
  const token = session.token;
  const first = await send(path, options);
  // A fresh token would not help a call that carries none.
  const helped = options.signIn !== false && carriesToken(path);
  if (first.status !== 401 || !clientHooks.refresh || !helped) return open<T>(first);
  await refreshOnce(token, clientHooks.refresh);
  return open<T>(await send(path, options));
}

let lastRefresh: { refused: string; done: Promise<void> } | null = null;

/** Calls that left with the same token share its refresh, however late they are refused. */
function refreshOnce(refused: string | null, refresh: () => Promise<void>): Promise<void> {
  if (refused === null) return refresh();
  if (lastRefresh?.refused !== refused) lastRefresh = { refused, done: refresh() };
  return lastRefresh.done;
}

function carriesToken(path: string): boolean {
  return ![...withoutToken, ...tokenWhitelist].includes(path);
}

async function send(path: string, options: CallOptions): Promise<Response> {
  const { method = 'GET', query, body, signal } = options;
  const search = query
    ? `?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`
    : '';
  const headers: Record<string, string> = { 'user-language': clientHooks.language(), ...options.headers };
  if (session.token && carriesToken(path)) headers.Authorization = `Bearer ${session.token}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';

  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeLimit);
  const stop = () => abort.abort();
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    const answer = await fetch(base + path + search, {
      method,
      headers,
      signal: abort.signal,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // The time limit covers the body too.
    return new Response(await answer.text(), { status: answer.status, statusText: answer.statusText });
  } catch (cause) {
    throw new NetworkError('', { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

async function open<T>(answer: Response): Promise<T> {
  const envelope = await answer.json().catch(() => null);
  const wellFormed = typeof envelope?.code === 'number' && (answer.ok || envelope.code !== 0);
  if (!wellFormed) throw new NetworkError(answer.ok ? '' : answer.statusText);
  if (envelope.code !== 0) throw new ApiError(envelope.code, envelope.message || answer.statusText);
  return envelope.data as T;
}

/** A list as the API sends it: `{list: […]}`, or a bare array. */
export function listOf<T>(data: { list: T[] } | T[] | null): T[] {
  return Array.isArray(data) ? data : (data?.list ?? []);
}
