import { useSnapshot } from 'valtio';
import { chooseFrontPhoto, retryPhotos } from '../../flows/add-photos.ts';
import { openStep } from '../../flows/wizard-steps.ts';
import { useText } from '../../i18n/use-text.ts';
import { wizard } from '../../state/wizard.ts';
import { AfterPaint } from '../../ui/after-paint.tsx';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { BadBlurry } from '../../ui/drawings/bad-blurry.tsx';
import { BadOccluded } from '../../ui/drawings/bad-occluded.tsx';
import { BadTurned } from '../../ui/drawings/bad-turned.tsx';
import { GoodFront } from '../../ui/drawings/good-front.tsx';
import { Example, Examples } from '../../ui/example.tsx';
import heading from '../../ui/heading.module.css';
import { Icon } from '../../ui/icon.tsx';
import { EmptySlot, PhotoSlot } from '../../ui/photo-slot.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { GuidedSelfie } from './guided-selfie.tsx';
import { PhotoHelp } from './photo-help-part.ts';
import styles from './photo-step.module.css';

/** The second step: the one photo that every picture is made from. */
export function FrontPhotoStep() {
  const { text } = useText();
  const { photos, restored } = useSnapshot(wizard);
  const front = photos[0];

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
            />
          )}
          {!front && restored && <EmptySlot label={text('make-pic.front-slot')} onAdd={chooseFrontPhoto} />}
          {!front && !restored && <Skeleton aspectRatio={3 / 4} />}
        </div>
        {front && (
          <div className={styles.beside}>
            <Button kind="secondary" onClick={chooseFrontPhoto}>
              <Icon name="refresh" size={20} />
              {text('make-pic.front-replace')}
            </Button>
            <GuidedSelfie step="front" />
          </div>
        )}
        <AfterPaint>
          <PhotoHelp step="front" part="advice" />
          <FrontExamples />
          <PhotoHelp step="front" part="earlier" />
        </AfterPaint>
      </div>
      <BottomBar>
        {front ? (
          <Button disabled={front.status !== 'ready'} onClick={() => openStep('supplementary')}>
            {text('make-pic.continue')}
          </Button>
        ) : (
          <>
            <GuidedSelfie step="front" />
            <Button disabled={!restored} onClick={chooseFrontPhoto}>
              <Icon name="camera" />
              {text('make-pic.front-add')}
            </Button>
          </>
        )}
      </BottomBar>
    </>
  );
}

function FrontExamples() {
  const { text } = useText();
  const good = { verdict: 'good', verdictLabel: text('make-pic.good') } as const;
  const bad = { verdict: 'bad', verdictLabel: text('make-pic.bad') } as const;
  return (
    <section className={styles.examples} aria-labelledby="examples">
      <h2 id="examples" className={heading.part}>
        {text('make-pic.examples')}
      </h2>
      <Examples>
        <Example {...good} drawing={<GoodFront />} label={text('make-pic.example-clear')} />
        <Example {...bad} drawing={<BadTurned />} label={text('make-pic.example-turned')} />
        <Example {...bad} drawing={<BadOccluded />} label={text('make-pic.example-occluded')} />
        <Example {...bad} drawing={<BadBlurry />} label={text('make-pic.example-blurry')} />
      </Examples>
      <p className={styles.tip}>
        <Icon name="info" size={20} />
        {text('make-pic.tip')}
      </p>
    </section>
  );
}
