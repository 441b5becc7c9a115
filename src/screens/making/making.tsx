import { useEffect, useState } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import type { Job, JobIds } from '../../api/jobs.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { type Wait, waitForJob } from '../../flows/jobs/wait-for-job.ts';
import { makeAgainPath } from '../../flows/wizard/make-pic-path.ts';
import { withExtraWords } from '../../i18n/extra-words.ts';
import { useText } from '../../i18n/use-text.ts';
import { paths } from '../../paths.ts';
import { leavePage } from '../../platform/leave-page.ts';
import { go, goBack } from '../../platform/navigation.ts';
import { currentJob, isSameJob } from '../../state/current-job.ts';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Failed } from '../../ui/drawings/failed.tsx';
import { NotFound } from '../../ui/drawings/not-found.tsx';
import { ReviewRefused } from '../../ui/drawings/review-refused.tsx';
import { Link } from '../../ui/link.tsx';
import { NavBar } from '../../ui/nav-bar.tsx';
import { Notice } from '../../ui/notice.tsx';
import link from '../../ui/text-link.module.css';
import { JobRunning } from './job-running.tsx';
import styles from './making.module.css';

const RefusedPhotos = lazyPart(() => withExtraWords(import('./refused-photos.tsx')));

/** Shows a job's progress, or why it ended without pictures. When the job is done, opens its pictures. */
export default function Making() {
  const { text } = useText();
  const query = new URLSearchParams(useSearch());
  const trainId = query.get('train_id') ?? '';
  const generateId = query.get('generate_id') ?? '';
  const [wait, setWait] = useState<Wait>(() => startOf({ trainId, generateId }));

  useEffect(
    () => waitForJob({ trainId, generateId }, change => setWait(before => ({ ...before, ...change }))),
    [trainId, generateId],
  );

  return (
    <>
      <NavBar title={text('making.title')} backLabel={text('back')} onBack={goBack} />
      <State {...wait} />
    </>
  );
}

/** The state until the first response: the saved job, if it has the same ids. */
function startOf(ids: JobIds): Wait {
  const { job } = currentJob;
  return { job: job && isSameJob(job, ids) ? { ...job } : null, isSilent: false, isGone: false };
}

function State({ job, isSilent, isGone }: Wait) {
  if (isGone) return <JobGone />;
  if (job?.status === 'refused') return <JobRefused job={job} />;
  if (job?.status === 'failed') return <JobFailed job={job} />;
  return <JobRunning job={job} isSilent={isSilent} />;
}

function JobGone() {
  const { text } = useText();
  return (
    <>
      <Notice role="alert" drawing={<NotFound />} text={text('making.gone')} />
      <BottomBar>
        <Button onClick={() => go(paths.picList, { replace: true })}>{text('making.to-list')}</Button>
      </BottomBar>
    </>
  );
}

function JobFailed({ job }: { job: Job }) {
  const { text } = useText();
  const support = appSettings.supportUrl;
  return (
    <>
      <div className={styles.body} role="alert">
        <Failed />
        <h2 className={styles.title}>{text('making.failed')}</h2>
        <p className={styles.text}>{text(support ? 'making.failed.text-support' : 'making.failed.text')}</p>
        {job.coins > 0 && <p className={styles.text}>{text('making.coins-back', { count: job.coins })}</p>}
        {support && (
          <Link className={link.link} href={support} onOpen={() => leavePage(support)}>
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

function JobRefused({ job }: { job: Job }) {
  const { text } = useText();
  return (
    <>
      <div className={styles.body} role="alert">
        <ReviewRefused />
        <h2 className={styles.title}>{text('making.refused')}</h2>
        <p className={styles.text}>
          {text(job.refusedPhotos.length > 0 ? 'making.refused.why' : 'making.refused.text')}
        </p>
        {job.coins > 0 && <p className={styles.text}>{text('making.coins-back', { count: job.coins })}</p>}
        {job.refusedPhotos.length > 0 && <RefusedPhotos photos={job.refusedPhotos} />}
      </div>
      <BottomBar>
        <Button onClick={() => go(`${paths.makePic}?step=front`)}>{text('making.upload')}</Button>
      </BottomBar>
    </>
  );
}
