import { sharedCache } from './shared-cache.ts';

/** The caches of pictures and lists: the app's own files stay, without which it would not open offline, and shared photos. */
export async function pictureCaches(): Promise<string[]> {
  // Not there on plain http other than the loopback.
  if (!('caches' in globalThis)) return [];
  const names = await caches.keys().catch(() => []);
  return names.filter(name => !/precache/.test(name) && name !== sharedCache);
}

/** Whether a write failed because the device has no room for it. */
export function isFull(error: unknown): boolean {
  return (error as Error).name === 'QuotaExceededError';
}

/** Writes; on a full device once more after the cached pictures have made room. Rejects as the write does. */
export async function writeMakingRoom(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isFull(error)) throw error;
    for (const name of await pictureCaches()) await caches.delete(name);
    await write();
  }
}
