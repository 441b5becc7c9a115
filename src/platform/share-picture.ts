import type { ShareCard } from './bridge-protocol.ts';
import { Cancelled } from './cancelled.ts';
import { fetchPicture } from './fetch-picture.ts';

/** Shares the picture itself where the browser can, else the link; without a share sheet the link is copied. */
export async function sharePicture(card: ShareCard): Promise<'shared' | 'copied'> {
  const { title, text, url } = card;
  if (!navigator.share) {
    await navigator.clipboard.writeText(url);
    return 'copied';
  }
  const file = await pictureOf(card).catch(() => null);
  const withFile = { title, text, url, files: file ? [file] : [] };
  const data = file && navigator.canShare?.(withFile) ? withFile : { title, text, url };
  try {
    await navigator.share(data);
  } catch (error) {
    throw (error as Error).name === 'AbortError' ? new Cancelled() : error;
  }
  return 'shared';
}

async function pictureOf({ image, title }: ShareCard): Promise<File> {
  const { blob, extension } = await fetchPicture(image);
  return new File([blob], `${title}${extension}`, { type: blob.type });
}
