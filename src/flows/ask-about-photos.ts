import { ask, toast } from '../state/overlay.ts';
import { wizard } from '../state/wizard.ts';
import { acceptPhoto, deletePhoto, retryPhotos } from './add-photos.ts';
import { adviceKey, canBeUsed } from './advice-key.ts';
import { dismissDoubt } from './dismiss-doubt.ts';
import { judgeFront } from './passes-coach.ts';
import { type Concern, placeToResolve } from './place-to-resolve.ts';

/**
 * Asks, where the user is, about each photo that keeps them from going on: one that the coach advises against, or that could
 * not be uploaded; and once about one that seems to show somebody else, which keeps nobody. Returns whether they may go on; false too when they close the question, or none is left.
 */
export async function askAboutPhotos(concern: Concern): Promise<boolean> {
  for (;;) {
    const place = placeToResolve(concern);
    const photo = wizard.photos[place];
    if (!photo) return concern === 'held' ? wizard.photos.length > 0 : wizard.photos[0]?.status === 'ready';
    if (photo.status === 'preparing' || photo.status === 'uploading') {
      toast('make-pic.still-uploading');
      return false;
    }
    const { status } = photo;
    const choice = await askAbout(photo, place);
    if (status === 'ready') dismissDoubt(photo.id);
    if (choice === null) return false;
    if (choice === 'leave-out') {
      await deletePhoto(photo.id);
      if (place === 0) judgeFront();
    } else if (status === 'held') await acceptPhoto(photo.id);
    // It may have arrived while the question was open.
    else if (status === 'failed' && !isReady(photo.id)) await retryPhotos([photo]);
  }
}

function isReady(id: string): boolean {
  return wizard.photos.some(photo => photo.id === id && photo.status === 'ready');
}

function askAbout({ status, advice, preview, focus }: (typeof wizard.photos)[number], place: number) {
  const isHeld = status === 'held';
  const key = isHeld ? adviceKey(advice) : 'coach.other-person';
  const isFailed = status === 'failed';
  const goOn = {
    value: 'go-on',
    label: isFailed ? 'retry' : isHeld ? 'make-pic.use-photo' : 'coach.is-me',
    kind: isHeld ? 'quiet' : 'primary',
  } as const;
  const leaveOut = {
    value: 'leave-out',
    label: 'make-pic.leave-out',
    kind: isHeld ? 'primary' : 'quiet',
  } as const;
  return ask<'go-on' | 'leave-out'>({
    title: isFailed ? 'make-pic.not-uploaded-title' : key,
    text: isFailed ? 'make-pic.not-uploaded-do' : `${key}.do`,
    picture: {
      address: preview,
      focus,
      alt: place === 0 ? 'make-pic.front-photo' : { key: 'make-pic.photo', values: { number: place + 1 } },
    },
    choices: isHeld && !canBeUsed(advice) ? [leaveOut] : [goOn, leaveOut],
  });
}
