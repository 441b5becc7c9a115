import { useEffect } from 'react';
import type { Job } from '../api/jobs.ts';
import { getKnownJobs } from '../flows/lists/known-lists.ts';
import { ownPicsOf } from '../flows/pics/own-pics.ts';
import { useText } from '../i18n/use-text.ts';
import { paths } from '../paths.ts';
import { useLoad } from '../ui/use-load.ts';
import { OwnPicStrip } from './own-pic-strip.tsx';

interface LatestPicsProps {
  onJobs?: (jobs: readonly Job[]) => void;
}

/** Shows the user's latest pictures; renders nothing if there are none. */
export default function LatestPics({ onJobs }: LatestPicsProps) {
  const { text, language } = useText();
  const [jobs] = useLoad(() => getKnownJobs(1), language);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for new jobs, not for a new function.
  useEffect(() => {
    if (jobs.data) onJobs?.(jobs.data);
  }, [jobs.data]);
  return (
    <OwnPicStrip
      title={text('home.latest')}
      pics={ownPicsOf(jobs.data ?? [])}
      more={{ label: text('home.all'), path: paths.picList }}
    />
  );
}
