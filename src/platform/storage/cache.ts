import { inTime } from '../in-time.ts';
import { pictureCaches } from './free-space.ts';
import { durable, keys } from './storage.ts';

/** What is saved only to be quicker next time; it belongs to nobody and is loaded again by itself. */
const cachedKeys = [keys.homePics, keys.templates];

/** How many bytes `clearCache` would free. */
export async function measureCache(): Promise<number> {
  const sizes = await Promise.all([
    ...(await pictureCaches()).map(name => inTime(sizeOf(name)).catch(() => 0)),
    ...cachedKeys.map(durable.size),
  ]);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Removes the pictures and lists that were saved to be quicker. */
export async function clearCache(): Promise<void> {
  const names = await pictureCaches();
  await Promise.all([
    ...names.map(name => inTime(caches.delete(name)).catch(() => false)),
    ...cachedKeys.map(key => durable.remove(key)),
  ]);
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
