import { type ErasureReceipt, eraseStoredPhoto, type StoredPhoto } from '../../api/photos.ts';
import { ask, withLoading } from '../../state/overlay.ts';
import { removePhoto, restoreWizard, wizard } from '../../state/wizard.ts';
import { withoutSign } from '../draft/known-photo.ts';

/** Asks the user, then erases stored photos. Returns a receipt for each erased photo. */
export async function erasePhotos(photos: readonly StoredPhoto[]): Promise<ErasureReceipt[]> {
  const choice = await ask({
    title: { key: 'photos.erase-title', values: { count: photos.length } },
    text: 'photos.erase-text',
    choices: [{ value: 'erase', label: 'photos.erase', kind: 'danger' }],
  });
  if (choice !== 'erase') return [];
  const receipts: ErasureReceipt[] = [];
  // If a call fails, the API client has shown the error. Photos erased before that keep their receipts.
  await withLoading('delete-data.running', async () => {
    for (const { id } of photos) receipts.push(await eraseStoredPhoto(id));
  }).catch(() => undefined);
  await removeFromDraft(receipts.map(({ id }) => id));
  return receipts;
}

/** Removes erased photos from the draft, because the server would refuse a job with them. */
async function removeFromDraft(ids: string[]): Promise<void> {
  await restoreWizard();
  const gone = wizard.photos.filter(({ address }) => ids.includes(fileOf(address ?? '')));
  for (const { id } of gone) removePhoto(id);
}

/** The id of a stored photo, which is the last part of its address. */
function fileOf(address: string): string {
  const path = withoutSign(address);
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
}
