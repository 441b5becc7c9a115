import { basePath, paths } from '../paths.ts';
import { randomText } from '../platform/random-text.ts';

/** Time limit for the server's response, ms; then the phone's clock is used. */
const limit = 10_000;

/** The server's time, ms since 1970; the phone's if the request fails or another origin hides its date header. */
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
