import { inTime, NoResponse } from '../in-time.ts';
import { sharedCache } from './shared-cache.ts';

/** The caches of pictures and lists: the app's own files stay, without which it would not open offline, and shared photos. */
export async function pictureCaches(): Promise<string[]> {
  // Not there on plain http other than the loopback.
  if (!('caches' in globalThis)) return [];
  const names = await inTime(caches.keys()).catch(() => []);
  return names.filter(name => !/precache/.test(name) && name !== sharedCache);
}

function isFull(error: unknown): boolean {
  return (error as Error).name === 'QuotaExceededError';
}

/** Whether the device keeps nothing: it has no room, does not respond, or refuses, as private windows of some browsers do. */
export function isLost(error: unknown): boolean {
  return error instanceof DOMException || error instanceof NoResponse;
}

/** Writes; on a full device once more after the cached pictures have made room. Rejects as the write does. */
export async function writeMakingRoom(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isFull(error)) throw error;
    for (const name of await pictureCaches()) await inTime(caches.delete(name)).catch(() => false);
    await write();
  }
}
