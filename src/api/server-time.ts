import { basePath, paths } from '../paths.ts';
import { randomText } from '../platform/random-text.ts';

/** Time limit for the server's response, ms. After that, the phone's clock is used. */
const limit = 10_000;

/** The time of the app's server, ms since 1970; the phone's time if there is no response or no date header. */
export async function getServerTime(): Promise<number> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), limit);
  try {
    // A unique address, so that no cache returns an old response.
    const address = `${basePath}${paths.home}?time=${randomText(10)}`;
    const { headers } = await fetch(address, { method: 'HEAD', cache: 'no-store', signal: abort.signal });
    return Date.parse(headers.get('date') ?? '') || Date.now();
  } catch {
    return Date.now();
  } finally {
    clearTimeout(timer);
  }
}
