import { moveToFront, updatePhoto, wizard } from '../state/wizard.ts';
import { retryPhotos } from './add-photos.ts';
import { judgeFront } from './coach-photo.ts';

/** Makes a photo of the draft the front one. What the coach had against the one before as the front photo no longer counts. */
export async function makeFront(id: string): Promise<void> {
  const [before] = wizard.photos;
  moveToFront(id);
  judgeFront();
  if (before?.status !== 'held') return;
  updatePhoto(before.id, { status: 'failed', advice: '' });
  await retryPhotos([before]);
}
