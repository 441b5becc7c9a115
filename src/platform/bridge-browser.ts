import { del, get, set } from 'idb-keyval';
import type { Bridge, ShareCard } from './bridge.ts';
import { pickFiles } from './file-picker.ts';

/** Saves by a download link; the picture is fetched first, because `download` is ignored across origins. */
async function download(url: string, name: string): Promise<'saved'> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(response.statusText);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Safari reads the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return 'saved';
}

async function share(card: ShareCard): Promise<'shared' | 'copied'> {
  const data = { title: card.title, text: card.text, url: card.url };
  if (navigator.share) {
    await navigator.share(data);
    return 'shared';
  }
  await navigator.clipboard.writeText(card.url);
  return 'copied';
}

/** A browser tab or an installed PWA: no ads and no payment of its own; the cache is IndexedDB. */
export const browserBridge: Bridge = {
  takePhoto: null,
  openAlbum: null,
  importPicture: pickFiles,
  savePicture: download,
  share,
  login: null,
  readCache: async key => (await get<string>(key)) ?? null,
  writeCache: (key, value) => set(key, value),
  deleteCache: key => del(key),
  pay: null,
  subscription: null,
  restore: null,
  showFullScreenAd: null,
  showRewardedAd: null,
  closeBannerAd: null,
};
