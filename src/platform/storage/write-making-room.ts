import { inTime, NoResponse } from '../in-time.ts';
import { sharedCache } from './shared-cache.ts';

/** Names of the caches of pictures and lists, without shared photos and the app's files (needed offline). */
export async function pictureCaches(): Promise<string[]> {
  // Browsers have no caches on plain http, except on the loopback address.
  if (!('caches' in globalThis)) return [];
  const names = await inTime(caches.keys()).catch(() => []);
  return names.filter(name => !/precache/.test(name) && name !== sharedCache);
}

function isFull(error: unknown): boolean {
  return (error as Error).name === 'QuotaExceededError';
}

/** True if the device saves nothing: it is full, silent, or refuses, as in private windows of some browsers. */
export function isLost(error: unknown): boolean {
  return error instanceof DOMException || error instanceof NoResponse;
}

/** Writes. If the device is full, clears the picture caches and writes again. Rejects if that fails too. */
export async function writeMakingRoom(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isFull(error)) throw error;
    for (const name of await pictureCaches()) await inTime(caches.delete(name)).catch(() => false);
    await write();
  }
}
