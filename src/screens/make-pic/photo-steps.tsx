import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { lazyPart } from '../../components/lazy-part.tsx';
import { openStep, openTemplates } from '../../flows/draft/wizard-steps.ts';
import { addPhotos, deletePhoto, replaceFrontPhoto, retryPhotos } from '../../flows/photos/add-photos.ts';
import { resolvePhotos } from '../../flows/photos/resolve-photos.ts';
import { withExtraWords } from '../../i18n/extra-words.ts';
import { useText } from '../../i18n/use-text.ts';
import { maxPhotos } from '../../state/draft.ts';
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
import styles from './photo-steps.module.css';

/** Advice, examples and earlier photos. Also loads the coach. */
const PhotoHelp = lazyPart(() => withExtraWords(import('./photo-help.tsx')));

async function leaveFrontStep(): Promise<void> {
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
              {front.status === 'failed' && <DeleteButton id={front.id} number={1} />}
            </PhotoSlot>
          )}
          {!front && restored && <EmptySlot label={text('make-pic.front-slot')} onAdd={addPhotos} />}
          {!front && !restored && <Skeleton aspectRatio={3 / 4} />}
        </div>
        {/* Hidden while a card below asks about this photo: that card has its own buttons. */}
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
            <PhotoHelp step="front" />
          </AfterPaint>
        )}
      </div>
      <BottomBar>
        {front ? (
          <div className={styles.ways}>
            <Button disabled={!canGoOn} onClick={seeMyself}>
              {text(canTryOn ? 'make-pic.see-myself' : 'make-pic.choose-template')}
            </Button>
            <Button kind="secondary" disabled={!canGoOn} onClick={leaveFrontStep}>
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

async function leaveSupplementaryStep(): Promise<void> {
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
            <PhotoHelp step="supplementary" />
          </AfterPaint>
        )}
      </div>
      <BottomBar>
        <Button kind={hasMore ? 'secondary' : 'primary'} disabled={full || !hasFront} onClick={addPhotos}>
          {text('make-pic.add-more')}
        </Button>
        {hasMore && <Button onClick={leaveSupplementaryStep}>{text('make-pic.choose-template')}</Button>}
        {photos.length === 1 && (
          <Button kind="quiet" onClick={leaveSupplementaryStep}>
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
            <DeleteButton id={photo.id} number={index + 2} />
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

/** `number` is the photo's position, counted from 1. */
function DeleteButton({ id, number }: { id: string; number: number }) {
  const { text } = useText();
  return (
    <span className={styles.delete}>
      <IconButton label={text('make-pic.delete-photo', { number })} onClick={() => deletePhoto(id)}>
        <Icon name="trash" />
      </IconButton>
    </span>
  );
}

function PhotoCount() {
  const { text } = useText();
  const { photos } = useSnapshot(wizard);
  return (
    <p className={styles.count} role="status">
      {text('make-pic.count', { done: photos.length, total: maxPhotos })}
    </p>
  );
}
