import { type ErasureReceipt, eraseStoredPhoto, type StoredPhoto } from '../../api/photos.ts';
import { ask, withLoading } from '../../state/overlay.ts';
import { removePhoto, restoreWizard, wizard } from '../../state/wizard.ts';
import { withoutSign } from '../draft/known-photo.ts';

/** Asks the user, then erases a stored photo. Returns the receipt; null if the photo was not erased. */
export async function erasePhoto({ id }: StoredPhoto): Promise<ErasureReceipt | null> {
  const choice = await ask({
    title: 'photos.erase-title',
    text: 'photos.erase-text',
    choices: [{ value: 'erase', label: 'photos.erase', kind: 'danger' }],
  });
  if (choice !== 'erase') return null;
  // Null means that an error occurred, which the API client has already shown.
  const receipt = await withLoading('delete-data.running', () => eraseStoredPhoto(id)).catch(() => null);
  if (receipt) await removeFromDraft(receipt.id);
  return receipt;
}

/** Removes an erased photo from the draft, because the server would refuse a job with it. */
async function removeFromDraft(erased: string): Promise<void> {
  await restoreWizard();
  const gone = wizard.photos.filter(({ address }) => fileOf(address ?? '') === erased);
  for (const { id } of gone) removePhoto(id);
}

/** The id of a stored photo, which is the last part of its address. */
function fileOf(address: string): string {
  const path = withoutSign(address);
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
}
