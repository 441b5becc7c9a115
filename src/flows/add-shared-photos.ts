import { takeSharedFiles } from '../platform/shared-files.ts';
import { maxPhotos } from '../state/draft.ts';
import { removePhoto, wizard } from '../state/wizard.ts';
import { addAndUpload } from './add-photos.ts';
import { picturesOf } from './pick-photos.ts';

/**
 * Adds the photos that another app shared, as many as there is room for, and uploads them; `id` says where they wait. Photos of an
 * earlier job, which the server offers again at each visit, make room.
 */
export async function addSharedPhotos(id: string): Promise<void> {
  const files = await picturesOf(await takeSharedFiles(id).catch(() => []), maxPhotos);
  if (files.length === 0) return;
  for (const { id } of wizard.photos.filter(photo => photo.name === '')) removePhoto(id);
  await addAndUpload(files);
}
