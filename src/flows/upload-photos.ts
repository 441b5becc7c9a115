import { uploadPhoto } from '../api/uploads.ts';
import type { Message } from '../i18n/message.ts';
import { preparePhoto, thumbnail } from '../platform/image.ts';
import { photoBlobs } from '../platform/storage.ts';
import { toast, withLoading } from '../state/overlay.ts';
import type { Photo } from '../state/wizard.ts';

/** How many photos travel at the same time. */
const sideBySide = 3;
/** Long side of the small picture that is shown, px: the largest slot on a screen of two pixels a point. */
const previewSide = 480;

/** A photo of the draft and the file it comes from. */
export interface Upload {
  photo: Photo;
  blob: Blob;
}

/** Uploads several side by side under the loading overlay; one that fails does not stop the others. */
export async function uploadPhotos(uploads: Upload[]): Promise<void> {
  const progress = new Map(uploads.map(({ photo }) => [photo.id, 0]));

  await withLoading(progressMessage(progress), async report => {
    // All are kept before the first is decoded, which is when a phone is most likely to end the page.
    for (const { photo, blob } of uploads) await photoBlobs.keep(photo.id, blob);
    const waiting = [...uploads];
    const worker = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { photo } = next;
        await uploadOne(next, value => {
          progress.set(photo.id, value);
          report(progressMessage(progress), total(progress) / progress.size);
        });
      }
    };
    await Promise.all(Array.from({ length: sideBySide }, worker));
  });

  if (uploads.every(({ photo }) => photo.status === 'ready')) return;
  toast(navigator.onLine ? 'make-pic.upload-failed' : 'make-pic.upload-later');
}

async function uploadOne({ photo, blob }: Upload, report: (progress: number) => void): Promise<void> {
  photo.status = 'preparing';
  try {
    const prepared = await preparePhoto(blob);
    await photoBlobs.keep(photo.id, prepared);
    photo.preview ||= await thumbnail(prepared, previewSide);
    if (!navigator.onLine) throw new Error('There is no network.');
    photo.status = 'uploading';
    photo.address = await uploadPhoto(prepared, photo.name, { onProgress: report });
    photo.status = 'ready';
  } catch {
    photo.status = 'failed';
  }
  report(1);
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
