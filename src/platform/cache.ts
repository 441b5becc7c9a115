import { durable, keys } from './storage.ts';

/** Caches of the app's own files stay: without them it would not open offline. */
const isAppFiles = (name: string) => /precache/.test(name);

/** What is saved only to be quicker next time; it belongs to nobody and is loaded again by itself. */
const cachedKeys = [keys.homePics, keys.templates];

/** How many bytes `clearCache` would free. */
export async function measureCache(): Promise<number> {
  const sizes = await Promise.all([...(await pictureCaches()).map(sizeOf), ...cachedKeys.map(durable.size)]);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Removes the pictures and lists that were saved to be quicker. */
export async function clearCache(): Promise<void> {
  const names = await pictureCaches();
  await Promise.all([
    ...names.map(name => caches.delete(name)),
    ...cachedKeys.map(key => durable.remove(key)),
  ]);
}

/** Names of the caches that hold pictures and lists; none where the browser has no cache storage. */
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
    const response = await cache.match(request);
    size += response ? (await response.blob()).size : 0;
  }
  return size;
}
