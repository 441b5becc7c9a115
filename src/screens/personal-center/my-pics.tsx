import { useEffect, useState } from 'react';
import type { Job } from '../../api/jobs.ts';
import LatestPics from '../../components/latest-pics.tsx';
import { OwnPicStrip } from '../../components/own-pic-strip.tsx';
import { findFavourites, ownPicsOf } from '../../flows/pics/own-pics.ts';
import { useText } from '../../i18n/use-text.ts';
import { useLoad } from '../../ui/use-load.ts';

interface MyPicsProps {
  /** Called with the address of the latest favourite, else of the newest picture; null if there is neither. */
  onBest: (picUrl: string | null) => void;
}

/** Shows the latest pictures. The favourites load later, so they are below, where they shift no other content. */
export default function MyPics({ onBest }: MyPicsProps) {
  const { text } = useText();
  const [jobs, setJobs] = useState<readonly Job[] | null>(null);
  const [favourites] = useLoad(async () => jobs && findFavourites(jobs), String(jobs !== null));
  const isSettled = favourites.data !== null || favourites.status === 'failed';

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the best picture is known.
  useEffect(() => {
    if (jobs && isSettled) onBest((favourites.data?.[0] ?? ownPicsOf(jobs)[0])?.picUrl || null);
  }, [jobs, isSettled]);

  return (
    <>
      <LatestPics onJobs={setJobs} />
      <OwnPicStrip title={text('my.favourites')} pics={favourites.data ?? []} />
    </>
  );
}
