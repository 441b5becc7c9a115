import { ask, toast } from '../state/overlay.ts';
import { wizard } from '../state/wizard.ts';
import { acceptPhoto, deletePhoto, retryPhotos } from './add-photos.ts';
import { adviceKey } from './advice-key.ts';
import { judgeFront } from './coach-photo.ts';
import { type Concern, placeToSettle } from './place-to-settle.ts';

/**
 * Asks, where the user is, about each photo that keeps them from going on: one that the coach advises against, or that could
 * not be uploaded. Returns whether they may go on; false too when they close the question, or none is left.
 */
export async function settlePhotos(concern: Concern): Promise<boolean> {
  for (;;) {
    const place = placeToSettle(concern);
    const photo = wizard.photos[place];
    if (!photo) return concern === 'held' ? wizard.photos.length > 0 : wizard.photos[0]?.status === 'ready';
    if (photo.status === 'preparing' || photo.status === 'uploading') {
      toast('make-pic.still-uploading');
      return false;
    }
    const isHeld = photo.status === 'held';
    const choice = await askAbout(photo, place);
    if (choice === null) return false;
    if (choice === 'leave-out') {
      await deletePhoto(photo.id);
      if (place === 0) judgeFront();
    } else if (isHeld) await acceptPhoto(photo.id);
    else await retryPhotos([photo]);
  }
}

function askAbout({ status, advice, preview }: (typeof wizard.photos)[number], place: number) {
  const isHeld = status === 'held';
  const key = adviceKey(advice);
  return ask({
    title: isHeld ? key : 'make-pic.not-uploaded-title',
    text: isHeld ? `${key}.do` : 'make-pic.not-uploaded-do',
    picture: {
      address: preview,
      alt: place === 0 ? 'make-pic.front-photo' : { key: 'make-pic.photo', values: { number: place + 1 } },
    },
    choices: [
      { value: 'go-on', label: isHeld ? 'make-pic.use-photo' : 'retry', kind: 'primary' },
      { value: 'leave-out', label: 'make-pic.leave-out', kind: 'quiet' },
    ],
  });
}
