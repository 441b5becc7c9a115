import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { BadBlurry } from '../../ui/drawings/bad-blurry.tsx';
import { BadOccluded } from '../../ui/drawings/bad-occluded.tsx';
import { BadTurned } from '../../ui/drawings/bad-turned.tsx';
import { GoodFront } from '../../ui/drawings/good-front.tsx';
import { MoreExpressions } from '../../ui/drawings/more-expressions.tsx';
import { MoreLights } from '../../ui/drawings/more-lights.tsx';
import { MoreViews } from '../../ui/drawings/more-views.tsx';
import { Example, Examples } from '../../ui/example.tsx';
import heading from '../../ui/heading.module.css';
import { Icon } from '../../ui/icon.tsx';
import styles from './photo-step.module.css';

/** Which front photo works, and which do not. */
export function FrontExamples() {
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

/** What the other photos may show. */
export function SupplementaryExamples() {
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
