import { type CSSProperties, useEffect, useState } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import { saysGone } from '../../api/says-gone.ts';
import { LoadFailed } from '../../components/load-failed.tsx';
import { findJob, getKnownPics, lastPics } from '../../flows/lists/known-lists.ts';
import { useText } from '../../i18n/use-text.ts';
import { paths } from '../../paths.ts';
import { onDeletion } from '../../platform/deletions.ts';
import { clearEntries } from '../../platform/entry-memory.ts';
import { go, goBack } from '../../platform/navigation.ts';
import { clearJob, currentJob, takeEndedJob } from '../../state/current-job.ts';
import { isSameId } from '../../state/is-same-id.ts';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { NotFound } from '../../ui/drawings/not-found.tsx';
import { NavBar } from '../../ui/nav-bar.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OfflineMark } from '../../ui/offline-mark.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useLast } from '../../ui/use-last.ts';
import { useLoad } from '../../ui/use-load.ts';
import styles from './pic-pages.module.css';
import { PicPages } from './pic-pages.tsx';

export default function Pic() {
  const { text, language } = useText();
  const query = new URLSearchParams(useSearch());
  const generateId = query.get('generate_id') ?? '';
  const [pics, reload] = useLoad(async () => (generateId ? getKnownPics(generateId) : []), generateId);
  const last = useLast(() => lastPics(generateId), generateId);
  const shown = pics.data ?? (pics.status === 'loading' ? last : null);
  const [job] = useLoad(async () => (generateId ? findJob(generateId) : null), `${generateId} ${language}`);
  const isGone = pics.status === 'failed' && saysGone(pics.error);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `reload` stays the same.
  useEffect(() => onDeletion(reload), []);
  useEffect(() => {
    // Remove the cached list of jobs, which still links to this one.
    if (isGone) clearEntries('jobs');
  }, [isGone]);
  const [isFirst] = useState(() => takeEndedJob(generateId) || isUnseen(generateId));
  // The user has now seen the pictures, so Home no longer shows a card for this job.
  useEffect(() => {
    if (isUnseen(generateId)) clearJob();
  }, [generateId]);

  return (
    <>
      <NavBar title={job.data?.title || text('pic.title')} backLabel={text('back')} onBack={goBack} />
      <OfflineMark text={text('offline.mark')} />
      {shown && shown.length > 0 && !isGone && (
        <PicPages
          generateId={generateId}
          pics={shown}
          firstId={query.get('pic_id')}
          job={job.data}
          isFirst={isFirst}
          onChange={reload}
        />
      )}
      {!shown && pics.status === 'loading' && <PicSkeleton />}
      {pics.data === null && pics.status === 'failed' && !isGone && (
        <LoadFailed error={pics.error} onRetry={reload} />
      )}
      {(isGone || pics.data?.length === 0) && <PicsGone />}
    </>
  );
}

/** True if this job has ended and the user has not seen its pictures yet. */
function isUnseen(generateId: string): boolean {
  const { job } = currentJob;
  return job?.status === 'done' && isSameId(job.generateId || job.trainId, generateId);
}

function PicSkeleton() {
  const { text } = useText();
  return (
    <div className={styles.layout} aria-busy="true" data-wide>
      <span className="visually-hidden">{text('loading')}</span>
      <div className={styles.stage}>
        <div className={styles.picture} style={{ '--ratio': 3 / 4 } as CSSProperties}>
          <Skeleton aspectRatio={3 / 4} />
        </div>
      </div>
      <div className={styles.side}>
        <Skeleton width="60%" height="60px" />
      </div>
    </div>
  );
}

function PicsGone() {
  const { text } = useText();
  return (
    <>
      <Notice drawing={<NotFound />} text={text('pic.gone')} />
      <BottomBar>
        <Button onClick={() => go(paths.picList, { replace: true })}>{text('making.to-list')}</Button>
      </BottomBar>
    </>
  );
}
