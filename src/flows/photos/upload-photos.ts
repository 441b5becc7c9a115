import { photoName, photoSuffix } from '../../api/photo-name.ts';
import { uploadPhoto } from '../../api/upload-photo.ts';
import { preparePhoto } from '../../platform/pictures/prepare-photo.ts';
import { noteStep } from '../../platform/steps.ts';
import { photoBlobs } from '../../platform/storage/photo-blobs.ts';
import { isConnectionKnown, isSlowConnection } from '../../platform/upload/connection.ts';
import { checkpointsOf } from '../../platform/upload/put-in-parts.ts';
import type { Photo } from '../../state/draft.ts';
import { isGuest } from '../../state/is-guest.ts';
import { type ReportProgress, toast } from '../../state/overlay.ts';
import { removePhoto, updatePhoto, wizard } from '../../state/wizard.ts';
import { askConsent, findConsent, hasDeclined } from '../account/ask-consent.ts';
import { drawPreview, passesCoach } from './passes-coach.ts';
import { countProgress, type UploadProgress } from './upload-progress.ts';

/** Number of parallel uploads, unless the network is slow. */
const sideBySide = 3;

/** A photo to upload. `blob` is the chosen file or, if `isPrepared`, the prepared bytes. */
export interface Upload {
  photo: Pick<Photo, 'id' | 'name' | 'preview'>;
  blob: Blob;
  isPrepared: boolean;
}

/**
 * Uploads photos. If a guest must sign in or a user must consent first, uploads nothing and returns a function that
 * asks for it. `isWanted` is false for background work, which does not ask again after "Not now". If the phone is
 * offline, only prepares the photos. Rejects if the consent cannot be checked. If one photo fails, the others continue.
 * `sentBefore` lists the photos that an interrupted upload had sent; null if no upload was interrupted.
 */
export async function uploadPhotos(
  uploads: Upload[],
  sentBefore: readonly { id: string }[] | null,
  report: ReportProgress,
  isWanted: boolean,
): Promise<(() => Promise<boolean>) | null> {
  if (isGuest()) {
    keepWaiting(uploads);
    return (await import('./sign-in-to-upload.ts')).signInToUpload;
  }
  const consent = await findConsent().catch(error => {
    // Offline, continue without the consent, because the photos are then only prepared.
    if (!navigator.onLine) return null;
    keepWaiting(uploads);
    throw error;
  });
  if (consent?.isGiven === false) {
    keepWaiting(uploads);
    return async () => {
      try {
        const isGiven = (isWanted || !hasDeclined()) && (await askConsent(consent));
        // Mark the photos only now. Earlier, the card for waiting photos would move the screen under the question.
        if (!isGiven) for (const { photo } of uploads) updatePhoto(photo.id, { status: 'waiting' });
        return isGiven;
      } catch {
        toast('make-pic.upload-failed');
        return false;
      }
    };
  }
  await keepAwake(uploadAll(uploads, consent !== null, sentBefore, report));
  return null;
}

/** Marks photos that cannot be sent now as failed, and draws their thumbnails for the next visit. */
function keepWaiting(uploads: Upload[]): void {
  for (const { photo, blob } of uploads) {
    updatePhoto(photo.id, { status: 'failed' });
    drawPreview(photo.id, blob).catch(() => undefined);
  }
}

async function uploadAll(
  uploads: Upload[],
  mayLeave: boolean,
  sentBefore: readonly { id: string }[] | null,
  report: ReportProgress,
): Promise<void> {
  const files = uploads.map(({ photo, blob }) => ({ id: photo.id, size: blob.size }));
  const progress = countProgress(files, sentBefore, report);
  let failed = 0;
  const copies: string[] = [];
  const waiting = [...uploads];
  const sendNext = async () => {
    const next = waiting.shift();
    if (next && !(await uploadOne(next, mayLeave, progress, copies))) failed++;
  };
  // If the network's speed is unknown, the first upload measures it.
  if (!isConnectionKnown()) await sendNext();
  const worker = async (place: number) => {
    while (waiting.length > 0 && (place === 0 || !isSlowConnection())) await sendNext();
  };
  await Promise.all(Array.from({ length: sideBySide }, (_, place) => worker(place)));
  if (failed > 0) toast(navigator.onLine ? 'make-pic.upload-failed' : 'offline');
  if (copies.length === 0) return;
  const left = { key: 'make-pic.copies', values: { count: copies.length } } as const;
  toast(uploads.length > 1 ? left : 'make-pic.photo-again');
}

/** Returns false if the photo failed. Adds the ids of photos that it removed as copies to `copies`. */
async function uploadOne(
  { photo, blob, isPrepared }: Upload,
  mayLeave: boolean,
  progress: UploadProgress,
  copies: string[],
): Promise<boolean> {
  const { id, name } = photo;
  updatePhoto(id, { status: 'preparing' });
  try {
    const prepared = isPrepared ? blob : await prepare(id, blob);
    progress.setSize(id, prepared.size);
    const suffix = await photoSuffix(prepared);
    updatePhoto(id, { suffix });
    if (!(await removeCopies(id, suffix, copies)) || !(await passesCoach(id, prepared))) {
      progress.end(id);
      return true;
    }
    // Do not send the photo, even if the phone is online again, because the consent was not checked.
    if (!mayLeave) throw new Error('The consent could not be checked.');
    updatePhoto(id, { status: 'uploading' });
    const address = await uploadPhoto(prepared, photoName(name, prepared.type, suffix), {
      onProgress: sent => progress.setSent(id, sent),
      checkpoints: checkpointsOf(id),
    });
    updatePhoto(id, { status: 'ready', address });
    if (wizard.photos[0]?.id === id) noteStep('photo');
    progress.end(id);
    return true;
  } catch {
    updatePhoto(id, { status: 'failed' });
    return false;
  }
}

async function prepare(id: string, file: Blob): Promise<Blob> {
  const prepared = await preparePhoto(file);
  await photoBlobs.save(id, prepared, true);
  return prepared;
}

/** Keeps only the first of several photos with the same bytes. Returns true if this photo is the first. */
async function removeCopies(id: string, suffix: string, removed: string[]): Promise<boolean> {
  const [first, ...copies] = wizard.photos.filter(photo => photo.suffix === suffix);
  for (const copy of copies) {
    removed.push(copy.id);
    removePhoto(copy.id);
    await photoBlobs.remove(copy.id);
  }
  return first?.id === id;
}

/** Keeps the screen on until `work` settles. A lock ends when the page is hidden, so it is requested again. */
export async function keepAwake<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  let lock: WakeLockSentinel | undefined;
  const ask = async () => {
    if (document.visibilityState !== 'visible') return;
    // If the battery is low, the phone refuses the lock; the upload then runs without it.
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    if (isOver) lock?.release();
  };
  ask();
  document.addEventListener('visibilitychange', ask);
  try {
    return await work;
  } finally {
    isOver = true;
    document.removeEventListener('visibilitychange', ask);
    lock?.release();
  }
}
