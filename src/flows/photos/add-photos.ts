import { Cancelled } from '../../platform/cancelled.ts';
import { randomText } from '../../platform/random-text.ts';
import { photoBlobs } from '../../platform/storage/photo-blobs.ts';
import { exclusively, exclusiveWork } from '../../platform/tabs.ts';
import { maxPhotos, type Photo } from '../../state/draft.ts';
import { isGuest } from '../../state/is-guest.ts';
import { note, type ReportProgress, toast, withLoading } from '../../state/overlay.ts';
import {
  addPhoto,
  markInterrupted,
  noteLoss,
  removePhoto,
  replacePhoto,
  saveWizard,
  updatePhoto,
  uploadOf,
  wizard,
} from '../../state/wizard.ts';
import { endPick } from './lost-pick.ts';
import { openUpload, pickPhotos } from './pick-photos.ts';
import type { Upload } from './upload-photos.ts';
import { interruptedAt, uploadingMessage } from './upload-progress.ts';

/** Lets the user choose as many photos as the draft still has room for, and uploads them. */
export async function addPhotos(): Promise<void> {
  const room = maxPhotos - wizard.photos.length;
  if (room > 0) await addAndUpload(await pickPhotos(room));
}

export async function replaceFrontPhoto(): Promise<void> {
  const before = wizard.photos[0]?.id;
  const [file] = await pickPhotos(1);
  if (file) await addFrontPhoto(file, before);
}

/** Makes a file the front photo, in place of the photo with the id `before`, and uploads it. */
export async function addFrontPhoto(file: File, before = wizard.photos[0]?.id): Promise<void> {
  const photo = newPhoto(file);
  replacePhoto(before, photo);
  if (before !== undefined) await photoBlobs.remove(before);
  await saveAndUpload([{ photo, file }]);
}

/** Retries the uploads of all failed photos, for example of those that were added offline. */
export async function resumeUploads(): Promise<void> {
  const waiting = wizard.photos.filter(photo => photo.status === 'failed');
  if (waiting.length > 0 && !isGuest()) await retryPhotos(waiting, false);
}

/** Continues uploads that were interrupted because another tab was closed. */
export async function takeOverUploads(): Promise<void> {
  const work = await exclusiveWork();
  const left = work && markInterrupted(work);
  if (left && left.length > 0 && !isGuest()) await retryPhotos(left, false);
}

/** Retries uploads that no other tab is running. `isWanted` is false if the user did not ask for the retry. */
export async function retryPhotos(photos: readonly Photo[], isWanted = true): Promise<void> {
  const work = (await exclusiveWork()) ?? [];
  const waiting = photos.filter(({ id }) => !work.includes(uploadOf(id)));
  const uploads: Upload[] = [];
  const unread: string[] = [];
  for (const { id } of waiting) {
    const photo = wizard.photos.find(photo => photo.id === id);
    // If storage fails now, the file may still be readable at the next retry.
    const saved = await photoBlobs.read(id).catch(() => undefined);
    if (saved === undefined) unread.push(id);
    else if (photo && saved) uploads.push({ photo, ...saved });
    else removePhoto(id);
  }
  const sentBefore = wizard.photos.filter(({ status, name }) => status === 'ready' && name !== '');
  await upload(uploads, sentBefore, undefined, isWanted);
  if (unread.length > 0) toast('make-pic.upload-failed');
  if (uploads.length + unread.length < waiting.length) note('make-pic.photo-lost');
}

/** Uploads a photo because the user wants to use it against the coach's advice. */
export async function acceptPhoto(id: string): Promise<void> {
  const photo = wizard.photos.find(photo => photo.id === id);
  // Already uploaded, for example before the photo became the front photo.
  if (!photo || photo.address !== null) return updatePhoto(id, { status: 'ready' });
  updatePhoto(id, { status: 'failed' });
  await retryPhotos([photo]);
}

/** Keeps a photo that is almost the same as another one, because the user wants both. */
export function keepSame(id: string): void {
  updatePhoto(id, { sameAs: '', advice: 'same' });
}

export async function deletePhoto(id: string): Promise<void> {
  removePhoto(id);
  await photoBlobs.remove(id);
}

/**
 * Adds files while there is room, and uploads them. Calls `onSaved` once the files are saved and a closing page can no
 * longer lose them. If the draft had no photos, the coach proposes one of the new ones as the front photo.
 */
export async function addAndUpload(files: File[], onSaved = endPick): Promise<void> {
  if (files.length === 0) return;
  // Load the current draft, because another tab may have added photos while the user was choosing.
  await saveWizard();
  const isFirst = wizard.photos.length === 0;
  const photos = (await thatFit(files)).map(file => ({ photo: newPhoto(file), file }));
  if (photos.length === 0) return onSaved();
  for (const { photo } of photos) addPhoto(photo);
  await saveAndUpload(photos, isFirst && photos.length > 1, onSaved);
}

/** Returns the files for which the draft has room. Loads the code that selects files only if needed. */
async function thatFit(files: File[]): Promise<File[]> {
  const room = maxPhotos - wizard.photos.length;
  if (files.length <= room) return files;
  return withLoading('make-pic.checking', async () =>
    (await import('./fit-photos.ts')).fitPhotos(files, room),
  );
}

/** Saves all files before decoding any, because phones kill a page most often while it decodes. */
async function saveAndUpload(
  photos: { photo: Photo; file: File }[],
  isFrontOpen = false,
  onSaved = endPick,
): Promise<void> {
  const uploads: Upload[] = photos.map(({ photo, file }) => ({ photo, blob: file, isPrepared: false }));
  await upload(uploads, null, async report => {
    const saved = await Promise.all(photos.map(({ photo, file }) => photoBlobs.save(photo.id, file)));
    if (saved.includes(false)) noteLoss();
    await saveWizard();
    onSaved();
    if (!isFrontOpen) return;
    report?.('make-pic.choosing-front', 0);
    await (await import('./propose-front.ts')).proposeFront(photos.map(({ photo }) => photo.id));
  });
}

/** Uploads under the loading overlay, which opens before the code loads. For `sentBefore`, see `uploadPhotos`. */
async function upload(
  uploads: Upload[],
  sentBefore: readonly Photo[] | null,
  save: (report?: ReportProgress) => Promise<void> = async () => {},
  isWanted = true,
): Promise<void> {
  if (uploads.length === 0) return;
  let askFirst = null as (() => Promise<boolean>) | null;
  let wasOffline = false;
  const before = sentBefore?.length ?? 0;
  const message = uploadingMessage(before, before + uploads.length, sentBefore ? interruptedAt() : 0);
  await withLoading(message, report => {
    const send = async () => {
      try {
        await save(report);
        wasOffline = !navigator.onLine;
        const { uploadPhotos } = await openUpload();
        askFirst = await uploadPhotos(uploads, sentBefore, report, isWanted);
      } catch {
        keepForLater(uploads);
      }
    };
    // Other tabs do not upload these photos until this upload ends.
    return uploads.reduce(
      (work, { photo }) =>
        () =>
          exclusively(uploadOf(photo.id), work),
      send,
    )();
  }).catch(error => {
    // If the user closes the overlay, the uploads continue, and each photo shows its own progress.
    if (!(error instanceof Cancelled)) throw error;
  });
  // Ask only after the overlay has closed, because the overlay would block the question.
  if (await askFirst?.()) await upload(uploads, sentBefore);
  // The phone was offline at first, so the photos were only prepared, but it is online now.
  else if (wasOffline && navigator.onLine) await resumeUploads();
}

/** Marks the photos as failed because the code or the consent could not be loaded, so that the user can retry. */
function keepForLater(uploads: Upload[]): void {
  for (const { photo } of uploads) updatePhoto(photo.id, { status: 'failed' });
  toast(navigator.onLine ? 'make-pic.upload-failed' : 'offline');
}

export function newPhoto(file: File): Photo {
  return {
    id: randomText(12),
    name: file.name,
    suffix: '',
    status: 'preparing',
    advice: '',
    sameAs: '',
    doubt: '',
    focus: '',
    address: null,
    preview: URL.createObjectURL(file),
  };
}
