import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import {
  acceptPhoto,
  deletePhoto,
  keepSame,
  replaceFrontPhoto,
  retryPhotos,
} from '../../flows/photos/add-photos.ts';
import { adviceKey } from '../../flows/photos/advice-key.ts';
import { dismissDoubt } from '../../flows/photos/dismiss-doubt.ts';
import { useText } from '../../i18n/use-text.ts';
import { openCoach } from '../../platform/coach/coach.ts';
import { inTime } from '../../platform/in-time.ts';
import type { Photo } from '../../state/draft.ts';
import { wizard } from '../../state/wizard.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PhotoSlot } from '../../ui/photo-slot.tsx';
import { GuidedSelfie } from './guided-selfie.tsx';
import styles from './photo-advice.module.css';

/** Shows the coach's and the server's advice on photos. Only refused photos cannot be used anyway. */
export function PhotoAdvice({ step }: { step: 'front' | 'supplementary' }) {
  const { text } = useText();
  const { photos } = useSnapshot(wizard);
  const [goodId, setGoodId] = useState<string | null>(null);
  const isOpen = useRef(false);
  useEffect(() => {
    openCoach();
    isOpen.current = true;
  }, []);

  const arrived = photos.map(({ address, status }) => address && `${status} ${address}`).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks each newly uploaded photo.
  useEffect(() => {
    import('../../flows/photos/check-photos.ts')
      .then(async ({ checkPhotos, findGoodFront }) => {
        // The coach's opinion is enough if the server takes long.
        await inTime(checkPhotos()).catch(() => undefined);
        setGoodId(await findGoodFront());
      })
      .catch(() => undefined);
  }, [arrived]);

  const [front] = photos;
  if (step === 'front' && front?.id === goodId && front.status === 'ready' && !front.advice)
    return (
      <p className={styles.good} role="status">
        <Icon name="check" size={20} />
        {text('coach.good')}
      </p>
    );

  return photos.map((photo, place) => {
    const said = whatToSay(photo, place, photos);
    if (!said || (step === 'front' && place > 0)) return null;
    const { key, keep } = said;
    const isOther = key === 'coach.other-person';
    const isWaiting = photo.status === 'waiting';
    // Both buttons of the step are disabled until the user responds to this advice.
    const isStopping = place === 0 && (isWaiting || photo.status === 'refused');
    const isReplaced = place === 0 && !isWaiting;
    const away = (
      <Button
        key="away"
        kind={isWaiting ? 'quiet' : 'secondary'}
        onClick={() => (isReplaced ? replaceFrontPhoto() : deletePhoto(photo.id))}
      >
        {text(isReplaced ? 'coach.other' : isOther ? 'make-pic.leave-out' : 'coach.remove')}
      </Button>
    );
    const kept = keep && (
      <Button key="kept" kind={isWaiting ? 'secondary' : 'quiet'} onClick={() => keep(photo.id)}>
        {text(isWaiting ? 'coach.agree' : isOther ? 'coach.is-me' : 'coach.use')}
      </Button>
    );
    return (
      <Card key={photo.id} isShown={isOpen.current || isStopping}>
        {isOther ? (
          <div className={styles.picture}>
            <PhotoSlot {...photo} alt="" failedLabel="" />
          </div>
        ) : (
          <Icon name="warning" />
        )}
        <div className={styles.words}>
          {step === 'supplementary' && (
            <span className={styles.photo}>{text('make-pic.photo', { number: place + 1 })}</span>
          )}
          <strong>{text(key)}</strong>
          <span>{text(`${key}.do`)}</span>
        </div>
        <div className={styles.choices}>
          {isWaiting ? [kept, away] : [away, kept]}
          {step === 'front' && photo.status === 'refused' && <GuidedSelfie step="front" />}
        </div>
      </Card>
    );
  });
}

/** Returns the advice on a photo, and a function that keeps the photo (null if refused). Null without advice. */
function whatToSay(photo: Photo, place: number, photos: readonly Photo[]) {
  const { status, advice, sameAs, doubt } = photo;
  if (status === 'waiting')
    return {
      key: 'coach.waiting' as const,
      keep: () => retryPhotos(photos.filter(({ status }) => status === 'waiting')),
    };
  if (status === 'advised') return { key: adviceKey(advice), keep: acceptPhoto };
  if (status === 'refused') return { key: adviceKey(advice), keep: null };
  if (place === 0) return doubt === 'tilted' ? { key: 'coach.tilted' as const, keep: dismissDoubt } : null;
  if (doubt === 'other') return { key: 'coach.other-person' as const, keep: dismissDoubt };
  const isSame = photos.some(({ id }) => id === sameAs);
  return isSame ? { key: 'coach.same' as const, keep: keepSame } : null;
}

/** A card with advice. Scrolls into view on mount if the advice is new or blocks the next step. */
function Card({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const card = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only on mount.
  useEffect(() => {
    if (isShown) card.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section ref={card} className={styles.advice} role="alert">
      {children}
    </section>
  );
}
