import { Cancelled } from '../cancelled.ts';
import type { Bridge } from './bridge-type.ts';

let giveUpLast = () => {};

const openDatabase = () => import('../storage/database.ts');

const openFiles = () => import('../pictures/save-files.ts');

/** The bridge for a browser tab or an installed PWA, which have no ads and no payment. Uses IndexedDB as the cache. */
export const browserBridge: Bridge = {
  takePhoto: null,
  openAlbum: null,
  importPicture: pickFiles,
  savePicture: async (url, name) => (await openFiles()).downloadPicture(url, name),
  openShare(card) {
    if (!navigator.canShare) return null;
    return openFiles().then(files => files.openShareSheet(card));
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

/** Opens an image picker, for any number of files if `count` is above 1. Rejects with `Cancelled` without a file. */
export function pickFiles(count: number): Promise<File[]> {
  // Browsers before 2023 do not report that a picker was closed, so opening a new picker cancels the previous call.
  giveUpLast();
  return new Promise((resolve, reject) => {
    // Use a new element each time, because iOS names every camera photo image.jpg, and an element that already holds a
    // file of that name fires no change event.
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = 'image/*';
    input.multiple = count > 1;
    input.hidden = true;
    // Keep the input in the document: some webviews garbage-collect a detached input before the user has chosen a file.
    document.body.append(input);
    const settle = () => {
      input.remove();
      const files = [...(input.files ?? [])];
      if (files.length > 0) resolve(files);
      else reject(new Cancelled());
    };
    giveUpLast = settle;
    input.addEventListener('change', settle, { once: true });
    input.addEventListener('cancel', settle, { once: true });
    input.click();
  });
}
