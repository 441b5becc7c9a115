import { inTime, NoResponse } from '../in-time.ts';
import { sharedCache } from './shared-cache.ts';

/** The caches of pictures and lists, without shared photos and the app's own files (needed offline). */
export async function pictureCaches(): Promise<string[]> {
  // Browsers have no Cache API on plain http, except on the loopback address.
  if (!('caches' in globalThis)) return [];
  const names = await inTime(caches.keys()).catch(() => []);
  return names.filter(name => !/precache/.test(name) && name !== sharedCache);
}

const isFull = (error: unknown): boolean => (error as Error).name === 'QuotaExceededError';

/** True if the device cannot save anything: storage is full, silent, or denied as in private windows. */
export function isLost(error: unknown): boolean {
  return error instanceof DOMException || error instanceof NoResponse;
}

/** Runs `write`. If storage is full, clears the picture caches and tries again. Rejects if that fails too. */
export async function writeMakingRoom(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isFull(error)) throw error;
    for (const name of await pictureCaches()) await inTime(caches.delete(name)).catch(() => false);
    await write();
  }
}
