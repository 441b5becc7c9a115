import { type ReactNode, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { acceptPhoto, chooseFrontPhoto, deletePhoto } from '../../flows/add-photos.ts';
import type { Advice } from '../../flows/coach-photo.ts';
import { useText } from '../../i18n/use-text.ts';
import { openCoach } from '../../platform/coach/coach.ts';
import { wizard } from '../../state/wizard.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './photo-advice.module.css';

/** All that the coach may say; a draft of another version of the app may hold something else. */
const advices = [
  'no_face',
  'many_faces',
  'not_frontal',
  'face_small',
  'tilted',
  'dark',
  'bright',
  'blurred',
  'same',
] as const satisfies Advice[];

/** What the coach on the phone has against photos of the draft, each with what to do and with "use it anyway". */
export function PhotoAdvice({ step }: { step: 'front' | 'supplementary' }) {
  const { text } = useText();
  const { photos } = useSnapshot(wizard);
  const isOpen = useRef(false);
  useEffect(() => {
    openCoach();
    isOpen.current = true;
  }, []);

  return photos.map(({ id, status, advice }, place) => {
    if (status !== 'held' || (step === 'front' && place > 0)) return null;
    const key = `coach.${advices.find(known => known === advice) ?? 'unsure'}` as const;
    return (
      <Card key={id} isNew={isOpen.current}>
        <Icon name="warning" />
        <div className={styles.words}>
          {step === 'supplementary' && (
            <span className={styles.photo}>{text('make-pic.photo', { number: place + 1 })}</span>
          )}
          <strong>{text(key)}</strong>
          <span>{text(`${key}.do`)}</span>
        </div>
        <div className={styles.choices}>
          <Button kind="secondary" onClick={() => (place === 0 ? chooseFrontPhoto() : deletePhoto(id))}>
            {text(place === 0 ? 'coach.other' : 'coach.remove')}
          </Button>
          <Button kind="quiet" onClick={() => acceptPhoto(id)}>
            {text('coach.use')}
          </Button>
        </div>
      </Card>
    );
  });
}

/** What stands here keeps the user from going on: new advice comes into view, wherever the photo was chosen. */
function Card({ isNew, children }: { isNew: boolean; children: ReactNode }) {
  const card = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is new only once.
  useEffect(() => {
    if (isNew) card.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section ref={card} className={styles.advice} role="alert">
      {children}
    </section>
  );
}
