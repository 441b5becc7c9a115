import { downloadBlob } from './download-blob.ts';
import { fetchPicture } from './fetch-picture.ts';

/**
 * Downloads a picture. Fetches it first, because browsers ignore `download` on cross-origin links. Returns 'long-press'
 * if another origin forbids the fetch; the user must then save the picture by a long press in the full-size view.
 */
export async function downloadPicture(url: string, name: string): Promise<'saved' | 'long-press'> {
  const picture = await fetchPicture(url).catch(error => {
    if (navigator.onLine && new URL(url, location.href).origin !== location.origin) return null;
    throw error;
  });
  if (!picture) return 'long-press';
  const { blob, extension } = picture;
  downloadBlob(blob, name + extension);
  return 'saved';
}
