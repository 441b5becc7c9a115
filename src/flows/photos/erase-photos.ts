import { type ErasureReceipt, eraseStoredPhoto, type StoredPhoto } from '../../api/photos.ts';
import { ask, withLoading } from '../../state/overlay.ts';
import { removePhoto, restoreWizard, wizard } from '../../state/wizard.ts';
import { withoutSign } from '../draft/known-photo.ts';

/** Erases stored photos after a question; returns a receipt for each erased photo. */
export async function erasePhotos(photos: readonly StoredPhoto[]): Promise<ErasureReceipt[]> {
  const choice = await ask({
    title: { key: 'photos.erase-title', values: { count: photos.length } },
    text: 'photos.erase-text',
    choices: [{ value: 'erase', label: 'photos.erase', kind: 'danger' }],
  });
  if (choice !== 'erase') return [];
  const receipts: ErasureReceipt[] = [];
  // The API client has shown the error; photos erased before it have their receipts.
  await withLoading('delete-data.running', async () => {
    for (const { id } of photos) receipts.push(await eraseStoredPhoto(id));
  }).catch(() => undefined);
  await removeFromDraft(receipts.map(({ id }) => id));
  return receipts;
}

/** A job with erased photos would be refused. */
async function removeFromDraft(ids: string[]): Promise<void> {
  await restoreWizard();
  const gone = wizard.photos.filter(({ address }) => ids.includes(fileOf(address ?? '')));
  for (const { id } of gone) removePhoto(id);
}

/** The photo's id: the last part of its address. */
function fileOf(address: string): string {
  const path = withoutSign(address);
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
}
