import { basePath, paths } from '../paths.ts';
import { randomText } from '../platform/random-text.ts';

/** Time after which the phone's clock is taken, ms. */
const limit = 10_000;

/**
 * The time on the server, ms since 1970; the phone's where it cannot be had. It is the date of a response from the page's own
 * origin: one from another origin hides it from the page.
 */
export async function getServerTime(): Promise<number> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), limit);
  try {
    // A unique query, so that no cache on the way returns an old time.
    const address = `${basePath}${paths.home}?time=${randomText(10)}`;
    const { headers } = await fetch(address, { method: 'HEAD', cache: 'no-store', signal: abort.signal });
    return Date.parse(headers.get('date') ?? '') || Date.now();
  } catch {
    return Date.now();
  } finally {
    clearTimeout(timer);
  }
}
