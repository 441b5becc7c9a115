import { basePath } from '../../paths.ts';
import { inTime } from '../in-time.ts';
import { sharedCache } from './shared-cache.ts';

/** Reads the files that another app shared, from the service worker's cache or, under the id, from the server. */
export function readSharedFiles(id: string): Promise<File[]> {
  return isOnServer(id) ? readFromServer(id) : readFromCache();
}

/** Deletes a share on the server and in the service worker's cache. */
export async function clearSharedFiles(id: string): Promise<void> {
  if ('caches' in globalThis) await inTime(caches.delete(sharedCache));
  if (isOnServer(id)) await fetch(addressOf(id), { method: 'DELETE' });
}

const isOnServer = (id: string): boolean => /^[0-9a-f]{32}$/.test(id);
const addressOf = (id: string): string => `${basePath}/shared/${id}`;

/** Loads a share from the server, which stores shares for browsers without a service worker as raw form data. */
async function readFromServer(id: string): Promise<File[]> {
  const response = await fetch(addressOf(id));
  if (!response.ok) return [];
  const form = await response.formData();
  return form.getAll('photos').filter(value => value instanceof File);
}

/** Reads the cached responses. Each body is a file, whose percent-encoded name is in the header `x-file-name`. */
async function readFromCache(): Promise<File[]> {
  // Browsers have no Cache API on plain http, except on the loopback address.
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

/** Decodes the name. Returns it unchanged if its encoding is invalid. */
function nameOf(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
