import { type ReactNode, useEffect } from 'react';
import { getKnownJobs } from '../flows/lists/known-lists.ts';
import { findFavourites, ownPicsOf } from '../flows/pics/own-pics.ts';
import { useText } from '../i18n/use-text.ts';
import { paths } from '../paths.ts';
import { useLoad } from '../ui/use-load.ts';
import { PicStrip } from './pic-strip.tsx';

const mostPics = 8;

/** Number of favourites among which the best picture is searched. */
const mostFavourites = 8;

interface LatestPicsProps {
  /** Called with the address of the latest favourite, else of the newest picture; null if there is neither. */
  onBest?: (picUrl: string | null) => void;
  /** Shown if the user has no pictures. */
  none?: ReactNode;
}

export default function LatestPics({ onBest, none }: LatestPicsProps) {
  const { text, language } = useText();
  const [jobs] = useLoad(() => getKnownJobs(1), language);
  const pics = ownPicsOf(jobs.data ?? []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for new jobs, not for a new function.
  useEffect(() => {
    if (jobs.data && onBest)
      findFavourites(jobs.data, mostFavourites)
        .catch(() => [])
        .then(([favourite]) => onBest((favourite ?? pics[0])?.picUrl || null));
  }, [jobs.data]);
  if (jobs.data && pics.length === 0) return none;
  return (
    <PicStrip
      title={text('home.latest')}
      items={pics
        .slice(0, mostPics)
        .map(({ path, title, picUrl }) => ({ key: `${path} ${picUrl}`, path, title, picUrl, colour: null }))}
      more={{ label: text('home.all'), path: paths.picList }}
    />
  );
}
