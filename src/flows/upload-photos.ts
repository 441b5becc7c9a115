import { photoName, photoSuffix } from '../api/photo-name.ts';
import { uploadPhoto } from '../api/uploads.ts';
import type { Message } from '../i18n/message.ts';
import { Cancelled } from '../platform/cancelled.ts';
import { preparePhoto, thumbnail } from '../platform/image.ts';
import { photoBlobs } from '../platform/storage.ts';
import { toast, withLoading } from '../state/overlay.ts';
import { type Photo, removePhoto, updatePhoto, wizard } from '../state/wizard.ts';

/** How many photos travel at the same time. */
const sideBySide = 3;
/** Long side of the small picture that is shown, px: the largest slot on a screen of two pixels a point. */
const previewSide = 480;

/** A photo of the draft and the file it comes from. */
export interface Upload {
  photo: Pick<Photo, 'id' | 'name' | 'preview'>;
  blob: Blob;
}

/** Uploads several side by side under the loading overlay; one that fails does not stop the others. */
export async function uploadPhotos(uploads: Upload[]): Promise<void> {
  const progress = new Map(uploads.map(({ photo }) => [photo.id, 0]));
  let failed = 0;

  await withLoading(progressMessage(progress), async report => {
    // All are kept before the first is decoded, which is when a phone is most likely to end the page.
    for (const { photo, blob } of uploads) await photoBlobs.save(photo.id, blob);
    const waiting = [...uploads];
    const worker = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { photo } = next;
        const onProgress = (value: number) => {
          progress.set(photo.id, value);
          report(progressMessage(progress), total(progress) / progress.size);
        };
        if (!(await uploadOne(next, onProgress))) failed++;
        onProgress(1);
      }
    };
    await Promise.all(Array.from({ length: sideBySide }, worker));
  }).catch(error => {
    // A user who stops waiting leaves the uploads running: each photo says how it is.
    if (!(error instanceof Cancelled)) throw error;
  });

  if (failed === 0) return;
  toast(navigator.onLine ? 'make-pic.upload-failed' : 'make-pic.upload-later');
}

/** Prepares and uploads one photo; returns whether the server has it. */
async function uploadOne({ photo, blob }: Upload, onProgress: (progress: number) => void): Promise<boolean> {
  const { id, name } = photo;
  updatePhoto(id, { status: 'preparing' });
  try {
    const prepared = await preparePhoto(blob);
    await photoBlobs.save(id, prepared);
    const suffix = await photoSuffix(prepared);
    updatePhoto(id, { suffix });
    if (!(await removeCopies(id, suffix))) return true;
    updatePhoto(id, { preview: photo.preview || (await thumbnail(prepared, previewSide)) });
    if (!navigator.onLine) throw new Error('There is no network.');
    updatePhoto(id, { status: 'uploading' });
    const address = await uploadPhoto(prepared, photoName(name, prepared.type, suffix), { onProgress });
    updatePhoto(id, { status: 'ready', address });
    return true;
  } catch {
    updatePhoto(id, { status: 'failed' });
    return false;
  }
}

/** Of photos with the same bytes the first stays in the draft; returns whether it is this one. */
async function removeCopies(id: string, suffix: string): Promise<boolean> {
  const [first, ...copies] = wizard.photos.filter(photo => photo.suffix === suffix);
  if (copies.length > 0) toast('make-pic.photo-again');
  for (const copy of copies) {
    removePhoto(copy.id);
    await photoBlobs.remove(copy.id);
  }
  return first?.id === id;
}

/** "Uploading 2 of 5, 62 %": the photo that is under way, and how much of all has left. */
function progressMessage(progress: Map<string, number>): Message {
  const done = [...progress.values()].filter(value => value === 1).length;
  const current = Math.min(done + 1, progress.size);
  return {
    key: 'make-pic.uploading',
    values: {
      current,
      total: progress.size,
      percent: Math.round((100 * total(progress)) / progress.size),
    },
  };
}

function total(progress: Map<string, number>): number {
  return [...progress.values()].reduce((sum, value) => sum + value, 0);
}
