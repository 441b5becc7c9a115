import { addressOf } from './address.ts';

/** How long the server may take to say anything, ms. */
const limit = 5000;

/** Whether there is a network. Where the browser says that there is none, the server is asked: some networks are not known to it. */
export async function isReachable(): Promise<boolean> {
  if (navigator.onLine) return true;
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), limit);
  // Any response will do. A page cannot see one of another origin without CORS, and need not.
  const response = fetch(addressOf('getUserInfo', ''), { mode: 'no-cors', signal: abort.signal });
  return response
    .then(
      () => true,
      () => false,
    )
    .finally(() => clearTimeout(timer));
}
