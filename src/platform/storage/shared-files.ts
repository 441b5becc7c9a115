import { basePath } from '../../paths.ts';
import { inTime } from '../in-time.ts';
import { sharedCache } from './shared-cache.ts';

/**
 * The files that another app shared, in the order they were given: from the service worker, or by the server's name of the
 * share. Both keep them until `clearSharedFiles`, the server for some minutes.
 */
export function readSharedFiles(id: string): Promise<File[]> {
  return isOnServer(id) ? readFromServer(id) : readFromCache();
}

/** Removes what is kept under this name, and what the service worker keeps. */
export async function clearSharedFiles(id: string): Promise<void> {
  if ('caches' in globalThis) await inTime(caches.delete(sharedCache));
  if (isOnServer(id)) await fetch(addressOf(id), { method: 'DELETE' });
}

const isOnServer = (id: string): boolean => /^[0-9a-f]{32}$/.test(id);
const addressOf = (id: string): string => `${basePath}/shared/${id}`;

/** What came to the server because no service worker was there; it gives the form back as it was sent. */
async function readFromServer(id: string): Promise<File[]> {
  const response = await fetch(addressOf(id));
  if (!response.ok) return [];
  const form = await response.formData();
  return form.getAll('photos').filter(value => value instanceof File);
}

/** Each entry's body is a file, its header `x-file-name` the file's name, percent-encoded. */
async function readFromCache(): Promise<File[]> {
  // Not there on plain http other than the loopback.
  if (!('caches' in globalThis)) return [];
  const cache = await inTime(caches.open(sharedCache));
  const files: File[] = [];
  for (const request of await inTime(cache.keys())) {
    const response = await inTime(cache.match(request));
    if (response) files.push(await fileOf(response));
  }
  return files;
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
