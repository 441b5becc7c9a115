import { Cancelled } from '../cancelled.ts';
import type { Bridge } from './bridge-type.ts';

let giveUpLast = () => {};

const openDatabase = () => import('../storage/database.ts');

/** The host is a browser tab or an installed PWA. It has no ads and no payment of its own; its cache is IndexedDB. */
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

/** Opens a file input for images; a `count` above 1 allows any number. Rejects with `Cancelled` without a choice. */
export function pickFiles(count: number): Promise<File[]> {
  // Browsers from before 2023 do not report a closed picker, so opening another picker ends the wait for the last one.
  giveUpLast();
  return new Promise((resolve, reject) => {
    // A new element each time: iOS names every camera photo image.jpg, so an old element would not report a change.
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = 'image/*';
    input.multiple = count > 1;
    input.hidden = true;
    // Some webviews garbage-collect an input that is not in the document before the user chooses a file.
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
