import { del, get, set } from 'idb-keyval';
import type { ShareCard } from './bridge-protocol.ts';
import type { Bridge } from './bridge-type.ts';
import { Cancelled } from './cancelled.ts';
import { pickFiles } from './file-picker.ts';

/** Shares the picture itself where the browser can, else the link; without a share sheet the link is copied. */
async function share(card: ShareCard): Promise<'shared' | 'copied'> {
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
  const { blob, extension } = await (await import('./fetch-picture.ts')).fetchPicture(image);
  return new File([blob], `${title}${extension}`, { type: blob.type });
}

/** A browser tab or an installed PWA: no ads and no payment of its own; the cache is IndexedDB. */
export const browserBridge: Bridge = {
  takePhoto: null,
  openAlbum: null,
  importPicture: pickFiles,
  savePicture: async (url, name) => (await import('./download-picture.ts')).downloadPicture(url, name),
  share,
  setShareCard: null,
  previewPics: null,
  login: null,
  readCache: async key => (await get<string>(key)) ?? null,
  writeCache: async (key, value) => set(key, value),
  deleteCache: async key => del(key),
  pay: null,
  subscription: null,
  restore: null,
  showFullScreenAd: null,
  showRewardedAd: null,
  closeBannerAd: null,
};
