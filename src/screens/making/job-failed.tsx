import type { Job } from '../../api/jobs.ts';
import { makeAgainPath } from '../../flows/make-pic-path.ts';
import { useText } from '../../i18n/use-text.ts';
import { leavePage } from '../../platform/leave-page.ts';
import { go } from '../../platform/navigation.ts';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Failed } from '../../ui/drawings/failed.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './job-ended.module.css';

/** The pictures could not be made: another try, and customer support. */
export function JobFailed({ job }: { job: Job }) {
  const { text } = useText();
  const support = import.meta.env.VITE_SUPPORT_URL;
  return (
    <>
      <div className={styles.body} role="alert">
        <Failed />
        <h2 className={styles.title}>{text('making.failed')}</h2>
        <p className={styles.text}>{text('making.failed.text')}</p>
        {job.coins > 0 && <p className={styles.text}>{text('making.coins-back', { count: job.coins })}</p>}
        {support && (
          <Link className={styles.support} href={support} onOpen={() => leavePage(support)}>
            {text('making.support')}
          </Link>
        )}
      </div>
      <BottomBar>
        <Button onClick={() => go(makeAgainPath(job))}>{text('making.again')}</Button>
      </BottomBar>
    </>
  );
}
