import { uploadPhoto } from '../api/uploads.ts';
import type { Message } from '../i18n/message.ts';
import { bridge } from '../platform/bridge.ts';
import { preparePhoto, thumbnail } from '../platform/image.ts';
import { randomText } from '../platform/random.ts';
import { takeSharedFiles } from '../platform/shared-files.ts';
import { photoBlobs } from '../platform/storage.ts';
import { toast, veil } from '../state/overlay.ts';
import { addPhoto, keepWizard, maxPhotos, type Photo, removePhoto, wizard } from '../state/wizard.ts';

/** How many photos travel at the same time. */
const sideBySide = 3;
/** Long side of the small picture that is shown, px: the largest slot on a screen of two pixels a point. */
const previewSide = 480;

/** A photo of the draft and the file it comes from. */
interface Upload {
  photo: Photo;
  blob: Blob;
}

/** Lets the person add photos, as many as there is still room for, and uploads them. */
export async function addPhotos(): Promise<void> {
  const room = maxPhotos - wizard.photos.length;
  if (room <= 0) return;
  const files = await pick(room);
  await uploadAll(files.map(file => ({ photo: addPhoto(newPhoto(file)), blob: file })));
}

/** Lets the person choose the front photo, or another one in its place, and uploads it. */
export async function chooseFrontPhoto(): Promise<void> {
  const [file] = await pick(1);
  if (!file) return;
  const before = wizard.photos[0];
  const photo = addPhoto(newPhoto(file), 0);
  if (before) await photoBlobs.drop(before.id);
  await uploadAll([{ photo, blob: file }]);
}

/**
 * Adds the photos that another app shared, as many as there is room for, and uploads them. Photos of an
 * earlier job, which the server offers again whenever it is asked, make room.
 */
export async function addSharedPhotos(): Promise<void> {
  const files = await takeSharedFiles().catch(() => []);
  if (files.length === 0) return;
  for (const { id } of wizard.photos.filter(photo => photo.name === '')) removePhoto(id);
  const taken = files.slice(0, maxPhotos - wizard.photos.length);
  if (taken.length < files.length) toast({ key: 'make-pic.shared-full', values: [maxPhotos] });
  await uploadAll(taken.map(file => ({ photo: addPhoto(newPhoto(file)), blob: file })));
}

/** Uploads photos again that failed or were interrupted; one whose file is gone leaves the draft. */
export async function retryPhotos(photos: Photo[]): Promise<void> {
  if (isOffline()) return;
  const uploads: Upload[] = [];
  for (const { id } of photos) {
    const photo = wizard.photos.find(photo => photo.id === id);
    const blob = await photoBlobs.read(id);
    if (photo && blob) uploads.push({ photo, blob });
    else removePhoto(id);
  }
  await uploadAll(uploads);
  if (uploads.length < photos.length) toast('make-pic.photo-lost');
}

/** Takes a photo out of the draft. */
export async function deletePhoto(id: string): Promise<void> {
  removePhoto(id);
  await photoBlobs.drop(id);
}

async function pick(count: number): Promise<File[]> {
  if (isOffline()) return [];
  // Nothing was chosen, or the host has said what went wrong.
  return bridge.importPicture(count).catch(() => []);
}

function isOffline(): boolean {
  if (!navigator.onLine) toast('make-pic.offline');
  return !navigator.onLine;
}

function newPhoto(file: File): Photo {
  return { id: randomText(12), name: file.name, status: 'preparing', address: null, preview: '' };
}

/** Uploads several side by side behind the veil; one that fails does not stop the others. */
async function uploadAll(uploads: Upload[]): Promise<void> {
  if (uploads.length === 0) return;
  const shares = new Map(uploads.map(({ photo }) => [photo.id, 0]));

  await veil(progressMessage(shares), async report => {
    // All are kept before the first is decoded, which is when a phone is most likely to end the page.
    await Promise.all(uploads.map(({ photo, blob }) => photoBlobs.keep(photo.id, blob)));
    const waiting = [...uploads];
    const worker = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { photo } = next;
        await uploadOne(next, share => {
          shares.set(photo.id, share);
          report(progressMessage(shares), total(shares) / shares.size);
        });
      }
    };
    await Promise.all(Array.from({ length: sideBySide }, worker));
  });

  if (uploads.some(({ photo }) => photo.status === 'failed')) toast('make-pic.upload-failed');
}

async function uploadOne({ photo, blob }: Upload, report: (share: number) => void): Promise<void> {
  photo.status = 'preparing';
  try {
    const prepared = await preparePhoto(blob);
    await photoBlobs.keep(photo.id, prepared);
    photo.preview ||= await thumbnail(prepared, previewSide);
    photo.status = 'uploading';
    photo.address = await uploadPhoto(prepared, photo.name, { onProgress: report });
    photo.status = 'ready';
    // The address must be safe before the file goes.
    await keepWizard();
    await photoBlobs.drop(photo.id);
  } catch {
    photo.status = 'failed';
  }
  report(1);
}

/** "Uploading 2 of 5, 62 %": the photo that is under way, and how much of all has left. */
function progressMessage(shares: Map<string, number>): Message {
  const done = [...shares.values()].filter(share => share === 1).length;
  const current = Math.min(done + 1, shares.size);
  return {
    key: 'make-pic.uploading',
    values: [current, shares.size, Math.round((100 * total(shares)) / shares.size)],
  };
}

function total(shares: Map<string, number>): number {
  return [...shares.values()].reduce((sum, share) => sum + share, 0);
}
