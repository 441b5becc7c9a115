import { type ReactNode, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { acceptPhoto, deletePhoto, keepSame, replaceFrontPhoto } from '../../flows/add-photos.ts';
import { adviceKey } from '../../flows/advice-key.ts';
import { useText } from '../../i18n/use-text.ts';
import { openCoach } from '../../platform/coach/coach.ts';
import { wizard } from '../../state/wizard.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './photo-advice.module.css';

/** What the coach on the phone says of photos of the draft, each with what to do and with "use it anyway". */
export function PhotoAdvice({ step }: { step: 'front' | 'supplementary' }) {
  const { text } = useText();
  const { photos } = useSnapshot(wizard);
  const isOpen = useRef(false);
  useEffect(() => {
    openCoach();
    isOpen.current = true;
  }, []);

  return photos.map(({ id, status, advice, sameAs }, place) => {
    const isHeld = status === 'held';
    const isSame = place > 0 && photos.some(photo => photo.id === sameAs);
    if ((!isHeld && !isSame) || (step === 'front' && place > 0)) return null;
    const key = isHeld ? adviceKey(advice) : 'coach.same';
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
          <Button kind="secondary" onClick={() => (place === 0 ? replaceFrontPhoto() : deletePhoto(id))}>
            {text(place === 0 ? 'coach.other' : 'coach.remove')}
          </Button>
          <Button kind="quiet" onClick={() => (isHeld ? acceptPhoto(id) : keepSame(id))}>
            {text('coach.use')}
          </Button>
        </div>
      </Card>
    );
  });
}

/** What stands here is to be read before the user goes on: new advice comes into view, wherever the photo was chosen. */
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
