import { pickFiles } from '../pictures/pick-files.ts';
import type { Bridge } from './bridge-type.ts';

const openDatabase = () => import('../storage/database.ts');

/** A browser tab or an installed PWA: no ads and no payment of its own; the cache is IndexedDB. */
export const browserBridge: Bridge = {
  takePhoto: null,
  openAlbum: null,
  importPicture: pickFiles,
  savePicture: async (url, name) =>
    (await import('../pictures/download-picture.ts')).downloadPicture(url, name),
  openShare(card) {
    if (!navigator.canShare) return null;
    return import('./open-share-sheet.ts').then(({ openShareSheet }) => openShareSheet(card));
  },
  setShareCard: null,
  previewPics: null,
  login: null,
  loginPage: null,
  readCache: async key => (await openDatabase()).readText(key),
  writeCache: async (key, value) => (await openDatabase()).writeText(key, value),
  deleteCache: async key => (await openDatabase()).removeText(key),
  payChannels: ['page'],
  pay: null,
  subscription: null,
  restore: null,
  showFullScreenAd: null,
  showRewardedAd: null,
  closeBannerAd: null,
};
