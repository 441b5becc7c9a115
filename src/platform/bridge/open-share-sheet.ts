import { Cancelled } from '../cancelled.ts';
import { fetchPicture } from '../pictures/fetch-picture.ts';
import type { ShareCard } from './bridge-protocol.ts';
import type { HandOver } from './bridge-type.ts';

/** Loads a card's picture and returns a function that opens the share sheet. Rejects if files cannot be shared. */
export async function openShareSheet({ title, text, image }: ShareCard): Promise<HandOver> {
  const { blob, extension } = await fetchPicture(image);
  const files = [new File([blob], `${title}${extension}`, { type: blob.type })];
  if (!navigator.canShare({ files })) throw new Error('No files can be shared here.');
  return async () => {
    try {
      await navigator.share({ title, text, files });
      return 'shared';
    } catch (error) {
      const { name } = error as Error;
      if (name === 'NotAllowedError') return 'late';
      throw name === 'AbortError' ? new Cancelled() : error;
    }
  };
}
