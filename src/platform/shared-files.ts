/** The cache in which the service worker keeps what other apps share with this one, until the page takes it. */
const cacheName = 'tyy-shared';

/**
 * Takes the pictures that another app shared, in the order they were given; they are in the cache no more.
 * Each entry's body is a file, its header `x-file-name` the file's name, percent-encoded.
 */
export async function takeSharedFiles(): Promise<File[]> {
  // Not there on plain http other than the loopback.
  if (!('caches' in globalThis)) return [];
  const cache = await caches.open(cacheName);
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const answer = await cache.match(request);
    if (answer) files.push(await fileOf(answer));
  }
  await caches.delete(cacheName);
  return files.filter(file => file.type.startsWith('image/'));
}

async function fileOf(answer: Response): Promise<File> {
  const blob = await answer.blob();
  const name = decodeURIComponent(answer.headers.get('x-file-name') ?? 'shared');
  return new File([blob], name, { type: blob.type });
}
