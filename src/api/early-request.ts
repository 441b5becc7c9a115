import type { CallName } from '../../server/contract/calls.ts';
import { addressOf, headersOf } from './address.ts';

/** A request that the page itself has sent, before the app was there to do so. */
interface EarlyRequest {
  address: string;
  /** The `user-language` that it was sent with. */
  language: string;
  response: Promise<Response>;
}

declare global {
  interface Window {
    earlyRequest?: EarlyRequest;
  }
}

/** Time after which a call is given up, ms. */
export const timeLimit = 120_000;

/** Sends a request as the client would; its response waits for the client. Without a token it is a guest's. */
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

/** The response to the request that the page has sent, once; null where that was another one. */
export function takeEarlyResponse(address: string, language: string): Promise<Response> | null {
  const early = window.earlyRequest;
  if (early?.address !== address || early.language !== language) return null;
  delete window.earlyRequest;
  return early.response;
}
