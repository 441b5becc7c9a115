import { moveToFront, updatePhoto, wizard } from '../state/wizard.ts';
import { retryPhotos } from './add-photos.ts';
import { judgeFront } from './passes-coach.ts';

/** Makes a photo the front photo. The coach's objections to the previous front photo no longer count. */
export async function makeFront(id: string): Promise<void> {
  const [before] = wizard.photos;
  moveToFront(id);
  judgeFront();
  // What no pics can be made of is looked at again as another angle, which may show a profile.
  if (before?.status !== 'held' && before?.status !== 'refused') return;
  if (before.address !== null) return updatePhoto(before.id, { status: 'ready', advice: '' });
  updatePhoto(before.id, { status: 'failed', advice: '' });
  await retryPhotos([before]);
}
