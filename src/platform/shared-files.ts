import { sharedCache } from './shared-cache.ts';

/**
 * Takes the pictures that another app shared, in the order they were given; they are in the cache no more.
 * Each entry's body is a file, its header `x-file-name` the file's name, percent-encoded.
 */
export async function takeSharedFiles(): Promise<File[]> {
  // Not there on plain http other than the loopback.
  if (!('caches' in globalThis)) return [];
  const cache = await caches.open(sharedCache);
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    if (response) files.push(await fileOf(response));
  }
  await caches.delete(sharedCache);
  return files.filter(file => file.type.startsWith('image/'));
}

async function fileOf(response: Response): Promise<File> {
  const blob = await response.blob();
  const name = nameOf(response.headers.get('x-file-name') ?? 'shared');
  return new File([blob], name, { type: blob.type });
}

/** The decoded name; as it is where it was not encoded. */
function nameOf(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
