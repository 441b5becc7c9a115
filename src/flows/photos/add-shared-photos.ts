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
 * Adds and uploads photos that another app shared, which are saved under `id`. They replace photos of an earlier job,
 * because the server offers those again at each visit. `isLost` is true if an earlier page closed before it had saved
 * all photos. If the share is then empty and the draft has no failed photo, a note tells the user about the loss.
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
    // If the closed page had saved some photos, the photo list shows them as failed, and the user can retry.
    if (isLost && !wizard.photos.some(({ status }) => status === 'failed')) note('make-pic.pick-lost');
    return;
  }
  if (isLost) await removeUnsaved();
  for (const { id } of wizard.photos.filter(photo => photo.name === '')) removePhoto(id);
  await addAndUpload(files, end);
}

/** Removes failed photos with no saved file, because the share contains these photos and adds them again. */
async function removeUnsaved(): Promise<void> {
  for (const { id, status } of wizard.photos) {
    if (status === 'failed' && (await photoBlobs.read(id).catch(() => undefined)) === null) removePhoto(id);
  }
}
