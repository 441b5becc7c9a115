import { ask, toast } from '../../state/overlay.ts';
import { wizard } from '../../state/wizard.ts';
import { acceptPhoto, deletePhoto, replaceFrontPhoto, retryPhotos } from './add-photos.ts';
import { adviceKey } from './advice-key.ts';
import { dismissDoubt } from './dismiss-doubt.ts';
import { judgeFront } from './passes-coach.ts';
import { type Concern, placeToResolve } from './place-to-resolve.ts';

/**
 * Asks about each photo that blocks the next step: advised against, refused, or waiting for consent; if `concern` is
 * 'uploaded', also not uploaded. Asks once about a photo that seems to show another person, without blocking it.
 * Returns true if the user may go on; false if the user closes a question or no photo is left.
 */
export async function askAboutPhotos(concern: Concern): Promise<boolean> {
  for (;;) {
    const place = placeToResolve(concern);
    const photo = wizard.photos[place];
    if (!photo)
      return concern === 'advised' ? wizard.photos.length > 0 : wizard.photos[0]?.status === 'ready';
    if (photo.status === 'preparing' || photo.status === 'uploading') {
      toast('make-pic.still-uploading');
      return false;
    }
    const { status } = photo;
    const choice = await askAbout(photo, place);
    if (status === 'ready') dismissDoubt(photo.id);
    if (choice === null) return false;
    if (choice === 'other') {
      // Stop here, so that the user sees the new photo before continuing.
      replaceFrontPhoto();
      return false;
    }
    if (choice === 'leave-out') {
      await deletePhoto(photo.id);
      if (place === 0) judgeFront();
    } else if (status === 'advised') await acceptPhoto(photo.id);
    else if (status === 'waiting') {
      await retryPhotos(wizard.photos.filter(({ status }) => status === 'waiting'));
      // If a photo is still waiting, the user has chosen "Not now" again.
      if (wizard.photos.some(({ status }) => status === 'waiting')) return false;
    } else if (status === 'failed' && !isReady(photo.id)) await retryPhotos([photo]);
  }
}

function isReady(id: string): boolean {
  return wizard.photos.some(photo => photo.id === id && photo.status === 'ready');
}

function askAbout({ status, advice, preview, focus }: (typeof wizard.photos)[number], place: number) {
  const isAdvice = status === 'advised' || status === 'refused';
  const key = isAdvice ? adviceKey(advice) : status === 'waiting' ? 'coach.waiting' : 'coach.other-person';
  const isFailed = status === 'failed';
  const isOnly = wizard.photos.length === 1;
  const goOn = {
    value: 'go-on',
    label:
      status === 'waiting'
        ? 'coach.agree'
        : isFailed
          ? 'retry'
          : isAdvice
            ? 'make-pic.use-photo'
            : 'coach.is-me',
    kind: isAdvice ? 'quiet' : 'primary',
  } as const;
  const other = { value: 'other', label: 'coach.other', kind: isAdvice ? 'primary' : 'quiet' } as const;
  const leaveOut = {
    value: 'leave-out',
    label: status === 'waiting' ? 'coach.remove' : 'make-pic.leave-out',
    kind: isAdvice && place > 0 ? 'primary' : 'quiet',
  } as const;
  // The front photo can be replaced, and removed if there are others. One that waits for consent can only be removed.
  const isReplaced = place === 0 && status !== 'waiting';
  const away = !isReplaced ? [leaveOut] : isOnly ? [other] : [other, leaveOut];
  const stay = status === 'refused' ? [] : [goOn];
  return ask<'go-on' | 'other' | 'leave-out'>({
    title: isFailed ? 'make-pic.not-uploaded-title' : key,
    text: isFailed ? 'make-pic.not-uploaded-do' : `${key}.do`,
    picture: {
      address: preview,
      focus,
      alt: place === 0 ? 'make-pic.front-photo' : { key: 'make-pic.photo', values: { number: place + 1 } },
    },
    choices: isAdvice ? [...away, ...stay] : [...stay, ...away],
  });
}
