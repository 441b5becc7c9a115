import { del, get, set } from 'idb-keyval';
import type { ShareCard } from './bridge-protocol.ts';
import type { Bridge } from './bridge-type.ts';
import { Cancelled } from './cancelled.ts';
import { pickFiles } from './file-picker.ts';

/**
 * Saves by a download link; the picture is fetched first, because `download` is ignored across origins. One that
 * another origin shows but does not hand out, the user saves from the full-size view.
 */
async function download(url: string, name: string): Promise<'saved' | 'long-press'> {
  const picture = await fetchPicture(url).catch(error => {
    if (navigator.onLine && new URL(url, location.href).origin !== location.origin) return null;
    throw error;
  });
  if (!picture) return 'long-press';
  const { blob, extension } = picture;
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name + extension;
  link.click();
  // Safari reads the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return 'saved';
}

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
  const { blob, extension } = await fetchPicture(image);
  return new File([blob], `${title}${extension}`, { type: blob.type });
}

async function fetchPicture(address: string): Promise<{ blob: Blob; extension: string }> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(response.statusText);
  const blob = await response.blob();
  return { blob, extension: `.${blob.type.replace('image/', '').replace('jpeg', 'jpg') || 'jpg'}` };
}

/** A browser tab or an installed PWA: no ads and no payment of its own; the cache is IndexedDB. */
export const browserBridge: Bridge = {
  takePhoto: null,
  openAlbum: null,
  importPicture: pickFiles,
  savePicture: download,
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
