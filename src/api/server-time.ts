import { basePath, paths } from '../paths.ts';
import { randomText } from '../platform/random-text.ts';

/** Uses the phone's clock after this long, ms. */
const limit = 10_000;

/** The server's time, ms since 1970; the phone's if the request fails. Other origins hide their date header. */
export async function getServerTime(): Promise<number> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), limit);
  try {
    // Unique, so that no cache returns an old time.
    const address = `${basePath}${paths.home}?time=${randomText(10)}`;
    const { headers } = await fetch(address, { method: 'HEAD', cache: 'no-store', signal: abort.signal });
    return Date.parse(headers.get('date') ?? '') || Date.now();
  } catch {
    return Date.now();
  } finally {
    clearTimeout(timer);
  }
}
