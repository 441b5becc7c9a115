import { durable, keys } from './storage.ts';

/** Caches of the app's own files are kept: without them it would not open offline. */
const isAppFiles = (name: string) => /precache/.test(name);

/** What is kept only to be quicker next time; it belongs to nobody and comes again by itself. */
const cachedKeys = [keys.homePics, keys.templates];

/** How many bytes `clearCache` would free. */
export async function measureCache(): Promise<number> {
  const sizes = await Promise.all([...(await pictureCaches()).map(sizeOf), ...cachedKeys.map(sizeOfKey)]);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Removes the pictures and answers that were kept to be quicker. */
export async function clearCache(): Promise<void> {
  const names = await pictureCaches();
  await Promise.all([
    ...names.map(name => caches.delete(name)),
    ...cachedKeys.map(key => durable.remove(key)),
  ]);
}

/** Names of the caches that hold pictures and answers; none where the browser has no cache storage. */
async function pictureCaches(): Promise<string[]> {
  // Not there on plain http other than the loopback.
  if (!('caches' in globalThis)) return [];
  return (await caches.keys().catch(() => [])).filter(name => !isAppFiles(name));
}

async function sizeOf(name: string): Promise<number> {
  const cache = await caches.open(name);
  let size = 0;
  // One after the other: all bodies at once would fill the memory of a small phone.
  for (const request of await cache.keys()) {
    const answer = await cache.match(request);
    size += answer ? (await answer.blob()).size : 0;
  }
  return size;
}

async function sizeOfKey(key: (typeof cachedKeys)[number]): Promise<number> {
  const value = await durable.read(key);
  return value === null ? 0 : new Blob([JSON.stringify(value)]).size;
}
