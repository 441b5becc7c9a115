import { bridge } from '../platform/bridge.ts';
import { randomText } from '../platform/random.ts';
import { takeSharedFiles } from '../platform/shared-files.ts';
import { BridgeError } from '../platform/shell-channel.ts';
import { photoBlobs } from '../platform/storage.ts';
import { ask, toast } from '../state/overlay.ts';
import { addPhoto, maxPhotos, type Photo, removePhoto, updatePhoto, wizard } from '../state/wizard.ts';
import type { Upload } from './upload-photos.ts';

/** The upload, with all that turns and shrinks pictures: downloaded once there are photos. */
const openUpload = () => import('./upload-photos.ts');

/** The code of a phone's refusal that says that it has no such method (docs/bridge.md). */
const unknownMethod = 404;

/** Lets the user add photos, as many as there is still room for, and uploads them. */
export async function addPhotos(): Promise<void> {
  const room = maxPhotos - wizard.photos.length;
  if (room <= 0) return;
  const files = await pick(room);
  await addAndUpload(files);
}

/** Lets the user choose the front photo, or another one in its place, and uploads it. */
export async function chooseFrontPhoto(): Promise<void> {
  const [file] = await pick(1);
  if (!file) return;
  const before = wizard.photos[0];
  const photo = newPhoto(file);
  addPhoto(photo, 0);
  if (before) await photoBlobs.remove(before.id);
  await upload([{ photo, blob: file }]);
}

/**
 * Adds the photos that another app shared, as many as there is room for, and uploads them. Photos of an
 * earlier job, which the server offers again at each visit, make room.
 */
export async function addSharedPhotos(): Promise<void> {
  const files = await takeSharedFiles().catch(() => []);
  if (files.length === 0) return;
  for (const { id } of wizard.photos.filter(photo => photo.name === '')) removePhoto(id);
  const taken = files.slice(0, maxPhotos - wizard.photos.length);
  if (taken.length < files.length) toast({ key: 'make-pic.shared-full', values: { count: maxPhotos } });
  await addAndUpload(taken);
}

/** Goes on with the photos that were added, or failed, while there was no network. */
export async function resumeUploads(): Promise<void> {
  const waiting = wizard.photos.filter(photo => photo.status === 'failed');
  if (waiting.length > 0) await retryPhotos(waiting);
}

/** Uploads photos again that failed or were interrupted; one whose file is gone leaves the draft. */
export async function retryPhotos(photos: readonly Photo[]): Promise<void> {
  if (!navigator.onLine) return toast('make-pic.offline');
  const uploads: Upload[] = [];
  for (const { id } of photos) {
    const photo = wizard.photos.find(photo => photo.id === id);
    const blob = await photoBlobs.read(id);
    if (photo && blob) uploads.push({ photo, blob });
    else removePhoto(id);
  }
  await upload(uploads);
  if (uploads.length < photos.length) toast('make-pic.photo-lost');
}

/** Takes a photo out of the draft. */
export async function deletePhoto(id: string): Promise<void> {
  removePhoto(id);
  await photoBlobs.remove(id);
}

async function pick(count: number): Promise<File[]> {
  // It comes while the user chooses; a failure shows when it is needed.
  openUpload().catch(() => undefined);
  try {
    return await bridge.importPicture(count);
  } catch (error) {
    const isUnknown = error instanceof BridgeError && error.code === unknownMethod;
    // Else nothing was chosen, or the host has said what went wrong.
    return isUnknown ? pickFromSource(count) : [];
  }
}

/** An older shell lets the app itself ask where the photos come from. */
async function pickFromSource(count: number): Promise<File[]> {
  const { takePhoto, openAlbum } = bridge;
  if (!takePhoto || !openAlbum) return [];
  const source = await ask<'camera' | 'album'>({
    title: 'make-pic.photo-source',
    choices: [
      { value: 'camera', label: 'make-pic.camera', kind: 'primary' },
      { value: 'album', label: 'make-pic.album', kind: 'quiet' },
    ],
  });
  if (source === null) return [];
  return (source === 'camera' ? takePhoto() : openAlbum(count)).catch(() => []);
}

function newPhoto(file: File): Photo {
  return {
    id: randomText(12),
    name: file.name,
    suffix: '',
    status: 'preparing',
    address: null,
    preview: '',
  };
}

async function addAndUpload(files: File[]): Promise<void> {
  const uploads = files.map(file => ({ photo: newPhoto(file), blob: file }));
  for (const { photo } of uploads) addPhoto(photo);
  await upload(uploads);
}

async function upload(uploads: Upload[]): Promise<void> {
  if (uploads.length === 0) return;
  try {
    await (await openUpload()).uploadPhotos(uploads);
  } catch {
    // The file with the upload did not come: the photos wait to be tried again.
    await Promise.all(uploads.map(({ photo, blob }) => photoBlobs.save(photo.id, blob)));
    for (const { photo } of uploads) updatePhoto(photo.id, { status: 'failed' });
    toast('make-pic.upload-failed');
  }
}
