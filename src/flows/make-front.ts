import { moveToFront, updatePhoto, wizard } from '../state/wizard.ts';
import { retryPhotos } from './add-photos.ts';
import { judgeFront } from './passes-coach.ts';

/** Makes a photo the front photo. The coach's objections to the previous front photo no longer count. */
export async function makeFront(id: string): Promise<void> {
  const [before] = wizard.photos;
  moveToFront(id);
  judgeFront();
  if (before?.status !== 'held') return;
  updatePhoto(before.id, { status: 'failed', advice: '' });
  await retryPhotos([before]);
}
