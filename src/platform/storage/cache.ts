import { inTime } from '../in-time.ts';
import { cachedKeys } from './keys.ts';
import { removeSaved, savedSize } from './saved.ts';
import { pictureCaches } from './write-making-room.ts';

/** Returns the number of bytes that `clearCache` would free. */
export async function measureCache(): Promise<number> {
  const sizes = await Promise.all([
    ...(await pictureCaches()).map(name => inTime(sizeOf(name)).catch(() => 0)),
    ...cachedKeys.map(savedSize),
  ]);
  return sizes.reduce((sum, size) => sum + size, 0);
}

export async function clearCache(): Promise<void> {
  const names = await pictureCaches();
  await Promise.all([
    ...names.map(name => inTime(caches.delete(name)).catch(() => false)),
    ...cachedKeys.map(removeSaved),
  ]);
}

async function sizeOf(name: string): Promise<number> {
  const cache = await caches.open(name);
  let size = 0;
  // Read one at a time, because all bodies together would exceed a small phone's memory.
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    size += response ? (await response.blob()).size : 0;
  }
  return size;
}
