import { addressOf } from './address.ts';

/** Wait for the server, ms. */
const limit = 5000;

/** Asks the server before returning false: browsers may say offline on networks that they do not know. */
export async function isReachable(): Promise<boolean> {
  if (navigator.onLine) return true;
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), limit);
  // Any response proves it. Without CORS a page cannot read another origin's response, but sees that there is one.
  const response = fetch(addressOf('getUserInfo', ''), { mode: 'no-cors', signal: abort.signal });
  return response
    .then(
      () => true,
      () => false,
    )
    .finally(() => clearTimeout(timer));
}
