import { addressOf } from './address.ts';

/** Time limit for the server's response, ms. */
const limit = 5000;

/** Asks the server before returning false, because browsers may report "offline" on unknown networks. */
export async function isReachable(): Promise<boolean> {
  if (navigator.onLine) return true;
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), limit);
  // Any response proves a connection. Without CORS the page cannot read the response, but it learns that one arrived.
  const response = fetch(addressOf('getUserInfo', ''), { mode: 'no-cors', signal: abort.signal });
  return response
    .then(
      () => true,
      () => false,
    )
    .finally(() => clearTimeout(timer));
}
