import { downloadBlob } from './download-blob.ts';
import { fetchPicture } from './fetch-picture.ts';

/**
 * Downloads a picture. Fetches it first, because browsers ignore `download` on links to other origins. 'long-press':
 * another origin forbids the download, so the user must save the picture from the large view.
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
