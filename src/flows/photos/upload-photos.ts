import { photoName, photoSuffix } from '../../api/photo-name.ts';
import { uploadPhoto } from '../../api/upload-photo.ts';
import { preparePhoto } from '../../platform/pictures/prepare-photo.ts';
import { noteStep } from '../../platform/steps.ts';
import { photoBlobs } from '../../platform/storage/photo-blobs.ts';
import { checkpointsOf } from '../../platform/upload/checkpoints.ts';
import { isLineKnown, isSlowLine } from '../../platform/upload/line.ts';
import type { Photo } from '../../state/draft.ts';
import { type ReportProgress, toast } from '../../state/overlay.ts';
import { isGuest } from '../../state/session.ts';
import { removePhoto, updatePhoto, wizard } from '../../state/wizard.ts';
import { askConsent, findConsent, hasDeclined } from '../account/consent.ts';
import { drawPreview, passesCoach } from './passes-coach.ts';
import { countProgress, type UploadProgress } from './upload-progress.ts';

/** How many photos travel at the same time on a line that is not slow. */
const sideBySide = 3;

/** A photo of the draft and its bytes: those of the chosen file, or already those that are uploaded. */
export interface Upload {
  photo: Pick<Photo, 'id' | 'name' | 'preview'>;
  blob: Blob;
  isPrepared: boolean;
}

/**
 * Uploads photos, unless the user has to be asked before they leave the phone: then returns the function that asks. A guest
 * signs in first; a user who has not agreed to it is asked for consent. `isWanted`: false for what goes on by itself, which asks
 * nobody again who said "Not now". Without a network photos are only prepared. Rejects if nobody knows whether they may leave.
 *
 * Several go side by side, on a slow line one at a time; one that fails does not stop the others. `sentBefore` are the photos
 * of an interrupted upload that had arrived; null if nothing was interrupted.
 */
export async function uploadPhotos(
  uploads: Upload[],
  sentBefore: readonly { id: string }[] | null,
  report: ReportProgress,
  isWanted: boolean,
): Promise<(() => Promise<boolean>) | null> {
  if (import.meta.env.VITE_OPEN_TRY === '1' && isGuest()) {
    keepWaiting(uploads);
    return (await import('./sign-in-to-upload.ts')).signInToUpload;
  }
  const consent = await findConsent().catch(error => {
    // Photos that were chosen offline are prepared all the same.
    if (!navigator.onLine) return null;
    keepWaiting(uploads);
    throw error;
  });
  if (consent?.isGiven === false) {
    keepWaiting(uploads);
    return async () => {
      try {
        const isGiven = (isWanted || !hasDeclined()) && (await askConsent(consent));
        // Only now: its card would move the screen while the question is on its way.
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

/** Photos that have to wait do so like those that could not be uploaded. Their small pictures are drawn, to be seen at the next visit too. */
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
  const waiting = [...uploads];
  const sendNext = async () => {
    const next = waiting.shift();
    if (next && !(await uploadOne(next, mayLeave, progress))) failed++;
  };
  // The first photo measures a line of which nothing is known.
  if (!isLineKnown()) await sendNext();
  const worker = async (place: number) => {
    while (waiting.length > 0 && (place === 0 || !isSlowLine())) await sendNext();
  };
  await Promise.all(Array.from({ length: sideBySide }, (_, place) => worker(place)));
  if (failed > 0) toast(navigator.onLine ? 'make-pic.upload-failed' : 'offline');
}

/** Prepares and uploads one photo; returns whether the server has it. */
async function uploadOne(
  { photo, blob, isPrepared }: Upload,
  mayLeave: boolean,
  progress: UploadProgress,
): Promise<boolean> {
  const { id, name } = photo;
  updatePhoto(id, { status: 'preparing' });
  try {
    const prepared = isPrepared ? blob : await prepare(id, blob);
    progress.setSize(id, prepared.size);
    const suffix = await photoSuffix(prepared);
    updatePhoto(id, { suffix });
    if (!(await removeCopies(id, suffix)) || !(await passesCoach(id, prepared))) {
      progress.end(id);
      return true;
    }
    // If the network came back meanwhile, still nothing is sent: nobody has been asked.
    if (!mayLeave) throw new Error('It is not known whether the user agrees.');
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

/**
 * Keeps the screen on until the work settles, where the browser can: a phone that goes to sleep ends an upload. The lock ends
 * whenever the page is hidden, and is asked for again when it is back.
 */
export async function keepAwake<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  let lock: WakeLockSentinel | undefined;
  const ask = async () => {
    if (document.visibilityState !== 'visible') return;
    // Refused where the battery is low: the upload goes on without.
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
