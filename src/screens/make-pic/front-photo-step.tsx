import { useSnapshot } from 'valtio';
import { openStep, openTemplates } from '../../flows/draft/wizard-steps.ts';
import { addPhotos, deletePhoto, replaceFrontPhoto, retryPhotos } from '../../flows/photos/add-photos.ts';
import { resolvePhotos } from '../../flows/photos/resolve-photos.ts';
import { useText } from '../../i18n/use-text.ts';
import { session } from '../../state/session.ts';
import { turnTryOns } from '../../state/try-ons.ts';
import { wizard } from '../../state/wizard.ts';
import { AfterPaint } from '../../ui/after-paint.tsx';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptySlot, PhotoSlot } from '../../ui/photo-slot.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { GuidedSelfie } from './guided-selfie.tsx';
import { LazyPhotoHelp } from './lazy-photo-help.ts';
import { PhotoCount } from './photo-count.tsx';
import styles from './photo-step.module.css';

async function goOn(): Promise<void> {
  if (await resolvePhotos('front')) openStep('supplementary');
}

/** Continues to the templates with only this photo, and turns on try-ons, which show the user in each template. */
async function seeMyself(): Promise<void> {
  if (!(await resolvePhotos('front'))) return;
  turnTryOns(true);
  openTemplates();
}

/** Step 2: the front photo, from which all pictures are made. */
export function FrontPhotoStep() {
  const { text } = useText();
  const { photos, restored } = useSnapshot(wizard);
  const front = photos[0];
  const canGoOn = front?.status === 'ready' || front?.status === 'advised';
  const canTryOn = useSnapshot(session).user?.features.includes('template-preview');

  return (
    <>
      <div className={styles.body}>
        <p className={styles.lead}>{text('make-pic.front-lead')}</p>
        <div className={styles.front}>
          {front && (
            <PhotoSlot
              {...front}
              alt={text('make-pic.front-photo')}
              failedLabel={text('make-pic.not-uploaded')}
              retry={{ label: text('retry'), onPress: () => retryPhotos([front]) }}
            >
              {front.status === 'failed' && (
                <span className={styles.delete}>
                  <IconButton
                    label={text('make-pic.delete-photo', { number: 1 })}
                    onClick={() => deletePhoto(front.id)}
                  >
                    <Icon name="trash" />
                  </IconButton>
                </span>
              )}
            </PhotoSlot>
          )}
          {!front && restored && <EmptySlot label={text('make-pic.front-slot')} onAdd={addPhotos} />}
          {!front && !restored && <Skeleton aspectRatio={3 / 4} />}
        </div>
        {/* Otherwise the card with the advice offers another photo. */}
        {front && !/^(adv|ref|wai)/.test(front.status) && front.doubt !== 'tilted' && (
          <div className={styles.beside}>
            <Button kind="quiet" onClick={replaceFrontPhoto}>
              {text('make-pic.front-replace')}
            </Button>
          </div>
        )}
        {photos.length > 1 && <PhotoCount />}
        {/* Rendered after the draft is restored, because the draft's photos and buttons would push it down. */}
        {(front || restored) && (
          <AfterPaint>
            <LazyPhotoHelp step="front" />
          </AfterPaint>
        )}
      </div>
      <BottomBar>
        {front ? (
          <div className={styles.ways}>
            <Button disabled={!canGoOn} onClick={seeMyself}>
              {text(canTryOn ? 'make-pic.see-myself' : 'make-pic.choose-template')}
            </Button>
            <Button kind="secondary" disabled={!canGoOn} onClick={goOn}>
              {text('make-pic.continue')}
            </Button>
          </div>
        ) : (
          <>
            <GuidedSelfie step="front" />
            <Button disabled={!restored} onClick={addPhotos}>
              <Icon name="camera" />
              {text('make-pic.front-add')}
            </Button>
          </>
        )}
      </BottomBar>
    </>
  );
}
