import { type ReactNode, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { useSearch } from 'wouter/use-browser-location';
import { getJobs, isRunning, type Job, jobPageSize } from '../api/jobs.ts';
import { PagedList } from '../components/paged-list.tsx';
import { getKnownJobs, lastJobs } from '../flows/lists/known-lists.ts';
import { formatAgo } from '../i18n/format-ago.ts';
import { useText } from '../i18n/use-text.ts';
import { basePath, makingPath, paths, picPath } from '../paths.ts';
import { isDeleted, onDeletion } from '../platform/deletions.ts';
import { clearEntries, entryMemory } from '../platform/entry-memory.ts';
import { go, goBack, linkTo } from '../platform/navigation.ts';
import { favourites, isSameFavourite } from '../state/favourites.ts';
import { toast } from '../state/overlay.ts';
import { NoPics } from '../ui/drawings/no-pics.tsx';
import { Heart } from '../ui/heart.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { JobCard } from '../ui/job-card.tsx';
import { LazyImage } from '../ui/lazy-image.tsx';
import { Link } from '../ui/link.tsx';
import { EndlessList } from '../ui/list/endless-list.tsx';
import { PullToRefresh } from '../ui/list/pull-to-refresh.tsx';
import { usePages } from '../ui/list/use-pages.ts';
import { NavBar } from '../ui/nav-bar.tsx';
import { Notice } from '../ui/notice.tsx';
import { OfflineMark } from '../ui/offline-mark.tsx';
import { Skeleton, Skeletons } from '../ui/skeleton.tsx';
import { useReturnOnline } from '../ui/use-return-online.ts';
import styles from './pic-list.module.css';

export default function PicList() {
  return useIsFiltered() ? <FavouriteList /> : <JobList />;
}

/** My pictures with the user's favourites only. */
const favouritesPath = `${paths.picList}?favourites=1`;

const useIsFiltered = () => new URLSearchParams(useSearch()).has('favourites');

function JobList() {
  const { text, language } = useText();
  // While refreshing, the cached list must not be shown.
  const isRefreshing = useRef(false);
  const fetchPage = (page: number) => (isRefreshing.current ? getJobs(page) : getKnownJobs(page));
  const pages = usePages(fetchPage, jobId, language, entryMemory('jobs'), lastJobs);
  useReturnOnline(() => pages.items.length <= jobPageSize && pages.reload());

  async function reload() {
    isRefreshing.current = true;
    const isFresh = await pages.reload();
    isRefreshing.current = false;
    return isFresh;
  }

  return (
    <Frame onReload={reload} onDelete={pages.reload}>
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
    </Frame>
  );
}

function FavouriteList() {
  const { text, language } = useText();
  const { list } = useSnapshot(favourites);
  // A single page, because favourites of deleted pictures are removed while it loads.
  const fetchPage = async (page: number) => {
    if (page > 1) return [];
    const { findFavourites } = await import('../flows/pics/own-pics.ts');
    return findFavourites(await getKnownJobs(1).catch(() => []));
  };
  const pages = usePages(fetchPage, ({ path }) => path, language, entryMemory('favourites'));
  const pics = pages.items.filter(
    ({ id, generateId }) =>
      !isDeleted(id) && list.some(one => isSameFavourite(one, { id: `${id}`, generateId: `${generateId}` })),
  );
  return (
    <Frame onReload={pages.reload} onDelete={pages.reload}>
      <PagedList
        pages={{ ...pages, status: pages.status === 'more' ? 'ended' : pages.status }}
        isEmpty={pics.length === 0}
        skeleton={
          <div className={styles.grid}>
            {[1, 2, 3].map(place => (
              <Skeleton key={place} aspectRatio={3 / 4} />
            ))}
          </div>
        }
        none={<Notice drawing={<NoPics />} text={text('pic-list.no-favourites')} />}
      >
        <ul className={styles.grid}>
          {pics.map(({ path, title, picUrl }) => (
            <li key={path}>
              <Link {...linkTo(path)} className={styles.pic}>
                <LazyImage src={picUrl} alt={title || text('pic.title')} aspectRatio={3 / 4} />
              </Link>
            </li>
          ))}
        </ul>
      </PagedList>
    </Frame>
  );
}

interface FrameProps {
  /** Reloads the list for the user. Resolves with true on success. */
  onReload: () => Promise<boolean>;
  /** Called if another tab deletes pictures. */
  onDelete: () => void;
  children: ReactNode;
}

/** The parts around both lists: heading, refresh, and the choice between all pictures and the favourites. */
function Frame({ onReload, onDelete, children }: FrameProps) {
  const { text } = useText();
  useEffect(
    () =>
      onDeletion(() => {
        clearEntries('jobs');
        onDelete();
      }),
    [onDelete],
  );

  async function refresh() {
    if (await onReload()) toast('pic-list.refreshed');
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
      <ul className={styles.chips}>
        <Chip path={paths.picList} label={text('pic-list.all')} />
        <Chip path={favouritesPath} label={text('pic-list.favourites')} />
      </ul>
      <PullToRefresh
        words={{ pull: text('pic-list.pull'), release: text('pic-list.release') }}
        onRefresh={refresh}
      >
        <OfflineMark text={text('offline.mark')} />
        {children}
      </PullToRefresh>
    </>
  );
}

/** Replaces the history entry, so that Back leaves the screen. */
function Chip({ path, label }: { path: string; label: string }) {
  const isChosen = (path === favouritesPath) === useIsFiltered();
  return (
    <li>
      <Link
        href={basePath + path}
        onOpen={() => go(path, { replace: true })}
        className={styles.chip}
        aria-current={isChosen ? 'page' : undefined}
      >
        {path === favouritesPath && <Heart />}
        {label}
      </Link>
    </li>
  );
}

const jobId = (job: Job): string => `${job.trainId} ${job.generateId}`;

const renderJob = (job: Job) => <JobRow job={job} />;

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
