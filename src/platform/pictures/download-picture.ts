import { downloadBlob } from './download-blob.ts';
import { fetchPicture } from './fetch-picture.ts';

/**
 * Saves by a download link; the picture is fetched first, because `download` is ignored across origins. One that
 * another origin shows but does not hand out, the user saves from the full-size view.
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
