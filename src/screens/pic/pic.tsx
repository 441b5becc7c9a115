import { useEffect } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import { saysGone } from '../../api/says-gone.ts';
import { LoadFailed } from '../../components/load-failed.tsx';
import { findJob, getKnownPics } from '../../flows/known-lists.ts';
import { useText } from '../../i18n/use-text.ts';
import { paths } from '../../paths.ts';
import { onDeletion } from '../../platform/deletions.ts';
import { clearEntries } from '../../platform/entry-memory.ts';
import { go, goBack } from '../../platform/navigation.ts';
import { isSameId } from '../../state/is-same-id.ts';
import { clearJob, making } from '../../state/making.ts';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { NotFound } from '../../ui/drawings/not-found.tsx';
import { NavBar } from '../../ui/nav-bar.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OfflineMark } from '../../ui/offline-mark.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useLoad } from '../../ui/use-load.ts';
import styles from './pic.module.css';
import { PicPages } from './pic-pages.tsx';

/** The finished pictures of one job: look, save, share, delete, make another. */
export default function Pic() {
  const { text, language } = useText();
  const generateId = new URLSearchParams(useSearch()).get('generate_id') ?? '';
  const [pics, reload] = useLoad(async () => (generateId ? getKnownPics(generateId) : []), generateId);
  const [job] = useLoad(async () => (generateId ? findJob(generateId) : null), `${generateId} ${language}`);
  const isGone = pics.status === 'failed' && saysGone(pics.error);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `reload` stays the same.
  useEffect(() => onDeletion(reload), []);
  useEffect(() => {
    // So the list does not lead here again.
    if (isGone) clearEntries('jobs');
  }, [isGone]);
  // What has been looked at needs no card on Home any more.
  useEffect(() => {
    const { job } = making;
    if (job?.status === 'done' && isSameId(job.generateId || job.trainId, generateId)) clearJob();
  }, [generateId]);

  return (
    <>
      <NavBar title={text('pic.title')} backLabel={text('back')} onBack={goBack} />
      <OfflineMark text={text('offline.mark')} />
      {pics.data && pics.data.length > 0 && !isGone && (
        <PicPages generateId={generateId} pics={pics.data} job={job.data} onChange={reload} />
      )}
      {pics.data === null && pics.status === 'loading' && <PicSkeleton />}
      {pics.data === null && pics.status === 'failed' && !isGone && <LoadFailed onRetry={reload} />}
      {(isGone || pics.data?.length === 0) && <PicsGone />}
    </>
  );
}

function PicSkeleton() {
  const { text } = useText();
  return (
    <div className={styles.skeleton} aria-busy="true">
      <span className="visually-hidden">{text('loading')}</span>
      <span className={styles.frame}>
        <Skeleton aspectRatio={3 / 4} />
      </span>
      <Skeleton width="60%" height="60px" />
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
