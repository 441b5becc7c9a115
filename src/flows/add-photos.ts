import { Cancelled } from '../platform/cancelled.ts';
import { photoBlobs } from '../platform/photo-blobs.ts';
import { randomText } from '../platform/random.ts';
import { exclusively, exclusiveWork } from '../platform/tabs.ts';
import { maxPhotos, type Photo } from '../state/draft.ts';
import { note, toast, withLoading } from '../state/overlay.ts';
import { isGuest } from '../state/session.ts';
import { addPhoto, markInterrupted, removePhoto, updatePhoto, uploadOf, wizard } from '../state/wizard.ts';
import { openUpload, pickPhotos } from './pick-photos.ts';
import type { Upload } from './upload-photos.ts';

/** Lets the user add photos, as many as there is still room for, and uploads them. */
export async function addPhotos(): Promise<void> {
  const room = maxPhotos - wizard.photos.length;
  if (room <= 0) return;
  const files = await pickPhotos(room);
  await addAndUpload(files);
}

/** Lets the user choose the front photo, or another one in its place, and uploads it. */
export async function chooseFrontPhoto(): Promise<void> {
  const [file] = await pickPhotos(1);
  if (file) await addFrontPhoto(file);
}

/** Makes a picture the front photo, in the place of the one before, and uploads it. */
export async function addFrontPhoto(file: File): Promise<void> {
  const before = wizard.photos[0];
  const photo = newPhoto(file);
  addPhoto(photo, 0);
  if (before) await photoBlobs.remove(before.id);
  await saveAndUpload([{ photo, file }]);
}

/** Goes on with the photos that were added, or failed, while there was no network. */
export async function resumeUploads(): Promise<void> {
  const waiting = wizard.photos.filter(photo => photo.status === 'failed');
  if (waiting.length > 0 && !isGuest()) await retryPhotos(waiting);
}

/** Goes on with uploads that another tab had begun when it was closed. */
export async function takeOverUploads(): Promise<void> {
  const work = await exclusiveWork();
  const left = work && markInterrupted(work);
  if (left && left.length > 0 && !isGuest()) await retryPhotos(left);
}

/**
 * Uploads photos again that failed or were interrupted, but none that is under way in this tab or another; one whose file
 * is gone leaves the draft.
 */
export async function retryPhotos(photos: readonly Photo[]): Promise<void> {
  if (!navigator.onLine) return toast('offline');
  const work = (await exclusiveWork()) ?? [];
  const waiting = photos.filter(({ id }) => !work.includes(uploadOf(id)));
  const uploads: Upload[] = [];
  for (const { id } of waiting) {
    const photo = wizard.photos.find(photo => photo.id === id);
    const saved = await photoBlobs.read(id);
    if (photo && saved) uploads.push({ photo, ...saved });
    else removePhoto(id);
  }
  await upload(uploads);
  if (uploads.length < waiting.length) note('make-pic.photo-lost');
}

/** Uploads a photo that the coach advises against: the user wants it all the same. */
export async function acceptPhoto(id: string): Promise<void> {
  updatePhoto(id, { status: 'failed' });
  await retryPhotos(wizard.photos.filter(photo => photo.id === id));
}

/** Takes a photo out of the draft. */
export async function deletePhoto(id: string): Promise<void> {
  removePhoto(id);
  await photoBlobs.remove(id);
}

function newPhoto(file: File): Photo {
  return {
    id: randomText(12),
    name: file.name,
    suffix: '',
    status: 'preparing',
    advice: '',
    address: null,
    preview: URL.createObjectURL(file),
  };
}

/** Adds pictures to the draft, at its end, and uploads them. */
export async function addAndUpload(files: File[]): Promise<void> {
  const photos = files.map(file => ({ photo: newPhoto(file), file }));
  for (const { photo } of photos) addPhoto(photo);
  await saveAndUpload(photos);
}

/** Saves the files before the first is decoded, which is when a phone is most likely to end the page. */
async function saveAndUpload(photos: { photo: Photo; file: File }[]): Promise<void> {
  const uploads: Upload[] = photos.map(({ photo, file }) => ({ photo, blob: file, isPrepared: false }));
  await upload(uploads, async () => {
    for (const { photo, file } of photos) {
      if (!(await photoBlobs.save(photo.id, file))) note('make-pic.not-saved');
    }
  });
}

/** Uploads under the loading overlay, which is there before the file with the upload. */
async function upload(uploads: Upload[], save: () => Promise<void> = async () => {}): Promise<void> {
  if (uploads.length === 0) return;
  // Other builds have none of it.
  if (import.meta.env.VITE_OPEN_TRY === '1' && isGuest()) {
    await save();
    save = async () => {};
    if (!(await signedInToUpload(uploads))) return;
  }
  const message = {
    key: 'make-pic.uploading' as const,
    values: { current: 1, total: uploads.length, percent: 0 },
  };
  await withLoading(message, report => {
    const send = async () => {
      try {
        await save();
        await (await openUpload()).uploadPhotos(uploads, report);
      } catch {
        keepForLater(uploads);
      }
    };
    // So another tab leaves these photos to this one, for as long as it is open.
    return uploads.reduce(
      (work, { photo }) =>
        () =>
          exclusively(uploadOf(photo.id), work),
      send,
    )();
  }).catch(error => {
    // A user who stops waiting leaves the uploads running: each photo says how it is.
    if (!(error instanceof Cancelled)) throw error;
  });
}

async function signedInToUpload(uploads: Upload[]): Promise<boolean> {
  try {
    const { signInToUpload } = await import('./sign-in-to-upload.ts');
    return await signInToUpload(uploads.map(({ photo }) => photo));
  } catch {
    keepForLater(uploads);
    return false;
  }
}

/** The file with what comes next did not come: the photos wait to be tried again. */
function keepForLater(uploads: Upload[]): void {
  for (const { photo } of uploads) updatePhoto(photo.id, { status: 'failed' });
  toast(navigator.onLine ? 'make-pic.upload-failed' : 'offline');
}
