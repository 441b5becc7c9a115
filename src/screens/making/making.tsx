import { useEffect, useState } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import type { JobIds } from '../../api/jobs.ts';
import { type Wait, waitForJob } from '../../flows/wait-for-job.ts';
import { useText } from '../../i18n/use-text.ts';
import { paths } from '../../paths.ts';
import { go, goBack } from '../../platform/navigation.ts';
import { isSameJob, making } from '../../state/making.ts';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { NotFound } from '../../ui/drawings/not-found.tsx';
import { NavBar } from '../../ui/nav-bar.tsx';
import { Notice } from '../../ui/notice.tsx';
import { JobFailed } from './job-failed.tsx';
import { JobRefused } from './job-refused.tsx';
import { JobRunning } from './job-running.tsx';

/** Waiting for one job: how far it is, or why it came to nothing. A finished one goes on to its pictures. */
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

/** What the last screen knew of the job is shown until the first response. */
function startOf(ids: JobIds): Wait {
  const { job } = making;
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
