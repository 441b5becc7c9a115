import { type ErasureReceipt, eraseStoredPhoto, type StoredPhoto } from '../../api/photos.ts';
import { ask, withLoading } from '../../state/overlay.ts';
import { removePhoto, restoreWizard, wizard } from '../../state/wizard.ts';
import { withoutSign } from '../draft/known-photo.ts';

/** Erases stored photos, after asking; returns a receipt for each that is gone, none when the user keeps them. */
export async function erasePhotos(photos: readonly StoredPhoto[]): Promise<ErasureReceipt[]> {
  const choice = await ask({
    title: { key: 'photos.erase-title', values: { count: photos.length } },
    text: 'photos.erase-text',
    choices: [{ value: 'erase', label: 'photos.erase', kind: 'danger' }],
  });
  if (choice !== 'erase') return [];
  const receipts: ErasureReceipt[] = [];
  // The client has said what went wrong; what is gone by then has its receipt.
  await withLoading('delete-data.running', async () => {
    for (const { id } of photos) receipts.push(await eraseStoredPhoto(id));
  }).catch(() => undefined);
  await removeFromDraft(receipts.map(({ id }) => id));
  return receipts;
}

/** A job of photos that are gone would be refused. */
async function removeFromDraft(ids: string[]): Promise<void> {
  await restoreWizard();
  const gone = wizard.photos.filter(({ address }) => ids.includes(fileOf(address ?? '')));
  for (const { id } of gone) removePhoto(id);
}

/** The last part of an address, which is the photo's id. */
function fileOf(address: string): string {
  const path = withoutSign(address);
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
}
