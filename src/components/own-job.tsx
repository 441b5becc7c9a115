import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useText } from '../i18n/use-text.ts';
import { makingPath, picPath } from '../paths.ts';
import { go } from '../platform/navigation.ts';
import { currentJob, jobKey } from '../state/current-job.ts';
import { JobCard } from '../ui/job-card.tsx';

/** Shows the job that is running, or finished but not opened yet. Renders nothing if there is no such job. */
export default function OwnJob() {
  const { text } = useText();
  const { job } = useSnapshot(currentJob);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another job.
  useEffect(() => {
    const stop = new AbortController();
    // Imported dynamically, so that Home opens sooner.
    import('../flows/jobs/wait-for-job.ts')
      .then(({ followSavedJob }) => followSavedJob(stop.signal))
      .catch(() => undefined);
    return () => stop.abort();
  }, [job && jobKey(job)]);
  if (!job) return null;

  const { title, coverUrl, progress, trainId, generateId } = job;
  const open = () =>
    go(job.status === 'done' ? picPath(generateId || trainId) : makingPath(trainId, generateId));
  const card = { title, coverUrl, progress, onOpen: open };
  if (job.status === 'done') return <JobCard {...card} tone="good" state={text('home.ready')} />;
  if (job.status === 'refused' || job.status === 'failed')
    return <JobCard {...card} tone="bad" state={text(`home.${job.status}`)} />;
  return <JobCard {...card} tone="running" state={text('home.running')} />;
}
