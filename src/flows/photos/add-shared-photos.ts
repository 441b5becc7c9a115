import { photoBlobs } from '../../platform/storage/photo-blobs.ts';
import { lostShare } from '../../platform/storage/shared-cache.ts';
import { clearSharedFiles, readSharedFiles } from '../../platform/storage/shared-files.ts';
import { maxPhotos } from '../../state/draft.ts';
import { note } from '../../state/overlay.ts';
import { removePhoto, wizard } from '../../state/wizard.ts';
import { addAndUpload } from './add-photos.ts';
import { endPick, startPick } from './lost-pick.ts';
import { picturesOf } from './pick-photos.ts';

/**
 * Adds and uploads photos that another app shared; they are saved under `id`. They replace photos of an earlier job,
 * which the server lists again at each visit. `isLost` is true if a page closed before it had saved all photos: these
 * may be the missing ones, and if there are none, a note appears.
 */
export async function addSharedPhotos(id: string, { isLost }: { isLost: boolean }): Promise<void> {
  startPick(id);
  const files = await picturesOf(await readSharedFiles(id).catch(() => []), maxPhotos);
  if (id === lostShare) note('make-pic.pick-lost');
  const end = () => {
    endPick();
    clearSharedFiles(id).catch(() => undefined);
  };
  if (files.length === 0) {
    end();
    // If the closed page had saved photos, the photo list shows them as failed and lets the user retry.
    if (isLost && !wizard.photos.some(({ status }) => status === 'failed')) note('make-pic.pick-lost');
    return;
  }
  if (isLost) await removeUnsaved();
  for (const { id } of wizard.photos.filter(photo => photo.name === '')) removePhoto(id);
  await addAndUpload(files, end);
}

/** Removes photos whose files were never saved, because the share contains them. */
async function removeUnsaved(): Promise<void> {
  for (const { id, status } of wizard.photos) {
    if (status === 'failed' && (await photoBlobs.read(id).catch(() => undefined)) === null) removePhoto(id);
  }
}
