import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { openStep, openTemplates } from '../../flows/draft/wizard-steps.ts';
import { addPhotos, deletePhoto, retryPhotos } from '../../flows/photos/add-photos.ts';
import { resolvePhotos } from '../../flows/photos/resolve-photos.ts';
import { useText } from '../../i18n/use-text.ts';
import { maxPhotos } from '../../state/draft.ts';
import { wizard } from '../../state/wizard.ts';
import { AfterPaint } from '../../ui/after-paint.tsx';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptySlot, PhotoSlot } from '../../ui/photo-slot.tsx';
import { GuidedSelfie } from './guided-selfie.tsx';
import { LazyPhotoHelp } from './lazy-photo-help.ts';
import { PhotoCount } from './photo-count.tsx';
import styles from './photo-step.module.css';

async function goOn(): Promise<void> {
  if (await resolvePhotos('advised')) openTemplates();
}

/** Step 3: up to four more photos from other angles. */
export function SupplementaryStep() {
  const { text } = useText();
  const { photos, restored } = useSnapshot(wizard);
  const full = photos.length >= maxPhotos;
  const hasMore = photos.length > 1;
  const hasFront = photos.length > 0;

  useEffect(() => {
    // This step was opened by its address, or the draft was deleted. Open the front photo step, which must come first.
    if (restored && !hasFront) openStep('front', { replace: true });
  }, [restored, hasFront]);

  return (
    <>
      <div className={styles.body}>
        <p className={styles.lead}>{text('make-pic.supplementary-lead')}</p>
        <Slots />
        <PhotoCount />
        {hasFront && !full && (
          <div className={styles.beside}>
            <GuidedSelfie step="supplementary" />
          </div>
        )}
        {hasFront && (
          <AfterPaint>
            <LazyPhotoHelp step="supplementary" />
          </AfterPaint>
        )}
      </div>
      <BottomBar>
        <Button kind={hasMore ? 'secondary' : 'primary'} disabled={full || !hasFront} onClick={addPhotos}>
          {text('make-pic.add-more')}
        </Button>
        {hasMore && <Button onClick={goOn}>{text('make-pic.choose-template')}</Button>}
        {photos.length === 1 && (
          <Button kind="quiet" onClick={goOn}>
            {text('make-pic.skip')}
          </Button>
        )}
      </BottomBar>
    </>
  );
}

function Slots() {
  const { text } = useText();
  const { photos } = useSnapshot(wizard);
  const supplementary = photos.slice(1);
  const free = Array.from({ length: maxPhotos - 1 - supplementary.length }, (_, index) => index);

  return (
    <ul className={styles.slots}>
      {supplementary.map((photo, index) => (
        <li key={photo.id}>
          <PhotoSlot
            {...photo}
            alt={text('make-pic.photo', { number: index + 2 })}
            failedLabel={text('make-pic.not-uploaded')}
            retry={{ label: text('retry'), onPress: () => retryPhotos([photo]) }}
          >
            <span className={styles.delete}>
              <IconButton
                label={text('make-pic.delete-photo', { number: index + 2 })}
                onClick={() => deletePhoto(photo.id)}
              >
                <Icon name="trash" />
              </IconButton>
            </span>
          </PhotoSlot>
        </li>
      ))}
      {free.map(index => (
        <li key={index}>
          <EmptySlot label={text('make-pic.slot-add')} onAdd={index === 0 ? addPhotos : undefined} />
        </li>
      ))}
    </ul>
  );
}
