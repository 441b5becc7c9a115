import { inTime, NoResponse } from '../in-time.ts';
import { sharedCache } from './shared-cache.ts';

/** Caches of pictures and lists. Excludes the app's own files, needed offline, and shared photos. */
export async function pictureCaches(): Promise<string[]> {
  // Missing on plain http, except on the loopback.
  if (!('caches' in globalThis)) return [];
  const names = await inTime(caches.keys()).catch(() => []);
  return names.filter(name => !/precache/.test(name) && name !== sharedCache);
}

function isFull(error: unknown): boolean {
  return (error as Error).name === 'QuotaExceededError';
}

/** True if the device saves nothing: full, not responding, or refusing, as in private windows of some browsers. */
export function isLost(error: unknown): boolean {
  return error instanceof DOMException || error instanceof NoResponse;
}

/** If the device is full, clears the picture caches and writes again. Rejects if that fails. */
export async function writeMakingRoom(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isFull(error)) throw error;
    for (const name of await pictureCaches()) await inTime(caches.delete(name)).catch(() => false);
    await write();
  }
}
