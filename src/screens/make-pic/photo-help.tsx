import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { useText } from '../../i18n/use-text.ts';
import { wizard } from '../../state/wizard.ts';
import {
  BadBlurry,
  BadOccluded,
  BadTurned,
  Example,
  Examples,
  GoodFront,
  MoreExpressions,
  MoreLights,
  MoreViews,
} from '../../ui/drawings/examples.tsx';
import heading from '../../ui/heading.module.css';
import { Icon } from '../../ui/icon.tsx';
import { LazyImage } from '../../ui/lazy-image.tsx';
import { PhotoAdvice } from './photo-advice.tsx';
import { EarlierPhotos, FrontChoice } from './photo-choices.tsx';
import styles from './photo-help.module.css';

export default function PhotoHelp({ step }: { step: 'front' | 'supplementary' }) {
  const [front] = useSnapshot(wizard).photos;
  // Hides the examples during an upload too, because otherwise they would appear for a moment.
  const isFine = front && /^(prep|up|ready)/.test(front.status) && !front.advice && front.doubt !== 'tilted';
  return (
    <>
      <PhotoAdvice step={step} />
      {step === 'front' && <ChosenTemplate />}
      {step === 'front' && <FrontChoice />}
      {step === 'front' ? !isFine && <FrontExamples /> : <SupplementaryExamples />}
      <EarlierPhotos step={step} />
    </>
  );
}

/** Shows the template that the user chose before adding photos. */
function ChosenTemplate() {
  const { text } = useText();
  const { templateTitle, templatePicUrl } = useSnapshot(wizard);
  if (!templateTitle) return null;
  return (
    <p className={styles.chosen}>
      <span className={styles.chosenPicture}>
        <LazyImage src={templatePicUrl} alt="" aspectRatio={3 / 4} />
      </span>
      <span>
        {text('make-pic.template')}: <strong>{templateTitle}</strong>
      </span>
    </p>
  );
}

function FrontExamples() {
  const { text } = useText();
  const good = { verdict: 'good', verdictLabel: text('make-pic.good') } as const;
  const bad = { verdict: 'bad', verdictLabel: text('make-pic.bad') } as const;
  return (
    <Part title={text('make-pic.examples')}>
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
    </Part>
  );
}

function SupplementaryExamples() {
  const { text } = useText();
  const good = { verdict: 'good', verdictLabel: text('make-pic.good') } as const;
  return (
    <Part title={text('make-pic.supplementary-examples')}>
      <Examples>
        <Example {...good} drawing={<MoreLights />} label={text('make-pic.example-lights')} />
        <Example {...good} drawing={<MoreViews />} label={text('make-pic.example-views')} />
        <Example {...good} drawing={<MoreExpressions />} label={text('make-pic.example-expressions')} />
      </Examples>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.examples} aria-labelledby="examples">
      <h2 id="examples" className={heading.part}>
        {title}
      </h2>
      {children}
    </section>
  );
}
