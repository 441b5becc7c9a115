import { useEffect, useRef } from 'react';
import { getJobs, isRunning, type Job, jobPageSize } from '../api/jobs.ts';
import { PagedList } from '../components/paged-list.tsx';
import { getKnownJobs, lastJobs } from '../flows/lists/known-lists.ts';
import { formatAgo } from '../i18n/format-ago.ts';
import { useText } from '../i18n/use-text.ts';
import { makingPath, paths, picPath } from '../paths.ts';
import { isDeleted, onDeletion } from '../platform/deletions.ts';
import { clearEntries, entryMemory } from '../platform/entry-memory.ts';
import { go, goBack } from '../platform/navigation.ts';
import { toast } from '../state/overlay.ts';
import { NoPics } from '../ui/drawings/no-pics.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { JobCard } from '../ui/job-card.tsx';
import { EndlessList } from '../ui/list/endless-list.tsx';
import { PullToRefresh } from '../ui/list/pull-to-refresh.tsx';
import { usePages } from '../ui/list/use-pages.ts';
import { NavBar } from '../ui/nav-bar.tsx';
import { Notice } from '../ui/notice.tsx';
import { OfflineMark } from '../ui/offline-mark.tsx';
import { Skeletons } from '../ui/skeleton.tsx';
import { useReturnOnline } from '../ui/use-return-online.ts';
import styles from './pic-list.module.css';

export default function PicList() {
  const { text, language } = useText();
  // While refreshing, the cached list must not be shown.
  const isRefreshing = useRef(false);
  const fetchPage = (page: number) => (isRefreshing.current ? getJobs(page) : getKnownJobs(page));
  const pages = usePages(fetchPage, jobId, language, entryMemory('jobs'), lastJobs);
  useReturnOnline(() => pages.items.length <= jobPageSize && pages.reload());

  useEffect(
    () =>
      onDeletion(() => {
        clearEntries('jobs');
        pages.reload();
      }),
    [pages.reload],
  );

  async function refresh() {
    isRefreshing.current = true;
    const isFresh = await pages.reload();
    isRefreshing.current = false;
    if (isFresh) toast('pic-list.refreshed');
    else toast(navigator.onLine ? 'error.load' : 'offline');
  }

  return (
    <>
      <NavBar
        title={text('pic-list.title')}
        backLabel={text('back')}
        onBack={goBack}
        action={
          <IconButton label={text('refresh')} onClick={refresh}>
            <Icon name="refresh" />
          </IconButton>
        }
      />
      <PullToRefresh
        words={{ pull: text('pic-list.pull'), release: text('pic-list.release') }}
        onRefresh={refresh}
      >
        <OfflineMark text={text('offline.mark')} />
        <PagedList
          pages={pages}
          skeleton={
            <div className={styles.skeleton}>
              <Skeletons count={4} height="112px" />
            </div>
          }
          none={
            <Notice
              drawing={<NoPics />}
              text={text('pic-list.empty')}
              action={{ label: text('pic-list.make'), onPress: () => go(paths.makePic) }}
            />
          }
        >
          <EndlessList
            kind="list"
            className={styles.list}
            items={pages.items}
            idOf={jobId}
            render={renderJob}
            rowHeight={124}
            isWhole={pages.status === 'ended'}
            memory={entryMemory('rows')}
          />
        </PagedList>
      </PullToRefresh>
    </>
  );
}

function jobId(job: Job): string {
  return `${job.trainId} ${job.generateId}`;
}

function renderJob(job: Job) {
  return <JobRow job={job} />;
}

function JobRow({ job }: { job: Job }) {
  const { text } = useText();
  const { title, coverUrl, progress, trainId, generateId } = job;
  const pics = job.pics.filter(({ id }) => !isDeleted(id)).map(({ listUrl }) => listUrl);
  const card = { title, coverUrl, time: formatAgo(job.createTime) };
  const openMaking = () => go(makingPath(trainId, generateId));

  if (job.status === 'done') {
    return (
      <JobCard
        {...card}
        pics={pics}
        tone="good"
        state={text('pic-list.done')}
        onOpen={() => go(picPath(generateId || trainId))}
      />
    );
  }
  if (isRunning(job)) {
    const state = progress === null ? '' : ` ${text('making.percent', { percent: progress })}`;
    return (
      <JobCard
        {...card}
        tone="running"
        state={text('pic-list.running') + state}
        progress={progress}
        onOpen={openMaking}
      />
    );
  }
  const state = job.status === 'refused' ? 'pic-list.refused' : 'pic-list.failed';
  return <JobCard {...card} tone="bad" state={text(state)} onOpen={openMaking} />;
}
