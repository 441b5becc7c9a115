import type { Job } from '../../api/pics.ts';
import { useText } from '../../i18n/use-text.ts';
import { paths } from '../../paths.ts';
import { go } from '../../platform/navigation.ts';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Creating } from '../../ui/drawings/creating.tsx';
import { OfflineMark } from '../../ui/offline-mark.tsx';
import { ProgressRing } from '../../ui/progress-ring.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './job-running.module.css';

/** Steps in which progress is spoken, so that a screen reader is not kept talking; percent. */
const spokenStep = 25;

/** A job that is on its way; null until the first response. */
export function JobRunning({ job, isSilent }: { job: Job | null; isSilent: boolean }) {
  const { text } = useText();
  const percent = job?.progress ?? null;
  const state = job && text(isInReview(job) ? 'making.checking' : 'making.creating');

  return (
    <>
      <div className={styles.body}>
        <ProgressRing label={text('making.progress')} percent={percent}>
          <Creating />
        </ProgressRing>
        <div className={styles.words} aria-busy={job === null}>
          <p className={styles.state}>
            {state ?? <Skeleton width="140px" height="1.5em" />}
            {state && percent !== null && (
              <span className={styles.percent}>{text('making.percent', { percent })}</span>
            )}
          </p>
          <p className={styles.expected}>
            {job ? <Expected minutes={job.expectMinutes} /> : <Skeleton width="180px" height="1.5em" />}
          </p>
        </div>
        <p className={styles.leave}>{text('making.leave')}</p>
        <OfflineMark text={text('making.offline')} />
        {isSilent && navigator.onLine && (
          <p className={styles.silent} role="alert">
            {text('making.trouble')}
          </p>
        )}
        <p className="visually-hidden" role="status">
          {state}
          {percent !== null &&
            percent >= spokenStep &&
            `, ${text('making.percent', { percent: percent - (percent % spokenStep) })}`}
        </p>
      </div>
      <BottomBar>
        <Button kind="secondary" onClick={() => go(paths.home)}>
          {text('home.go')}
        </Button>
      </BottomBar>
    </>
  );
}

function Expected({ minutes }: { minutes: number }) {
  const { text } = useText();
  if (minutes <= 0) return null;
  return text('making.expected', { time: text('minutes', { count: minutes }) });
}

function isInReview(job: Job): boolean {
  return job.status === 'to-be-audited' || job.status === 'auditing';
}
