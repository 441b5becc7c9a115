import type { Job } from '../../api/jobs.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { withExtraWords } from '../../i18n/extra-words.ts';
import { useText } from '../../i18n/use-text.ts';
import { paths } from '../../paths.ts';
import { go } from '../../platform/navigation.ts';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { ReviewRefused } from '../../ui/drawings/review-refused.tsx';
import styles from './job-ended.module.css';

const RefusedPhotos = lazyPart(() => withExtraWords(import('./refused-photos.tsx')));

/** The photos were not accepted: which ones, why and what to change, and the way to others. */
export function JobRefused({ job }: { job: Job }) {
  const { text } = useText();
  return (
    <>
      <div className={styles.body} role="alert">
        <ReviewRefused />
        <h2 className={styles.title}>{text('making.refused')}</h2>
        <p className={styles.text}>{text('making.refused.text')}</p>
        {job.coins > 0 && <p className={styles.text}>{text('making.coins-back', { count: job.coins })}</p>}
        {job.refusedPhotos.length > 0 && <RefusedPhotos photos={job.refusedPhotos} />}
      </div>
      <BottomBar>
        <Button onClick={() => go(`${paths.makePic}?step=front`)}>{text('making.upload')}</Button>
      </BottomBar>
    </>
  );
}
