import type { CallName } from '../../server/contract/calls.ts';
import { addressOf, headersOf } from './address.ts';

/** A request that the page sends before the app has loaded. */
interface EarlyRequest {
  address: string;
  /** The `user-language` header that was sent. */
  language: string;
  response: Promise<Response>;
}

declare global {
  interface Window {
    earlyRequest?: EarlyRequest;
  }
}

/** Time limit of a call, ms. */
export const timeLimit = 120_000;

/** Sends a request like the API client would, and keeps the response for that client. A null token means a guest. */
export function requestEarly(
  name: CallName,
  search: string,
  language: string,
  token: string | null,
): Promise<Response> {
  const address = addressOf(name, search);
  const abort = new AbortController();
  setTimeout(() => abort.abort(), timeLimit);
  const response = fetch(address, { headers: headersOf(language, token), signal: abort.signal });
  window.earlyRequest = { address, language, response };
  return response;
}

/** Returns the early response once. Null after that, or if the early request had a different address or language. */
export function takeEarlyResponse(address: string, language: string): Promise<Response> | null {
  const early = window.earlyRequest;
  if (early?.address !== address || early.language !== language) return null;
  delete window.earlyRequest;
  return early.response;
}
