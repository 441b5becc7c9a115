import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Job } from '../../api/jobs.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { withExtraWords } from '../../i18n/extra-words.ts';
import { useText } from '../../i18n/use-text.ts';
import { paths } from '../../paths.ts';
import { go } from '../../platform/navigation.ts';
import { canNotify, needsHomeScreen } from '../../platform/notifications.ts';
import { jobKey } from '../../state/current-job.ts';
import { tryOns } from '../../state/try-ons.ts';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Creating } from '../../ui/drawings/creating.tsx';
import { OfflineMark } from '../../ui/offline-mark.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './making.module.css';

/** Maximum progress in percent before the job has ended. The countdown alone never reaches 100. */
const mostByClock = 96;

/** The remaining time as shown and as expected, both in seconds. */
interface Count {
  shown: number;
  expected: number;
}

const second = 1000;

/** If the countdown shows too much time, it drops by this fraction of the difference per second. */
const haste = 0.25;

/** Screen readers announce the progress at multiples of this, percent. */
const spokenStep = 25;

/** A job counts as late this long after its expected end, ms. */
const patience = 20_000;

/** Maximum number of finished pictures in a row. */
const mostPlaces = 4;

/** If one of these files fails to load, only that part of the screen is missing. */
const OtherStyles = lazyPart(() => withExtraWords(import('../../components/other-styles.tsx')));

const ReadyPics = lazyPart(() => withExtraWords(import('./ready-pics.tsx')));

const NotifyOffer = lazyPart(() => withExtraWords(import('./notify-offer.tsx')));

/** Shows a running job. `job` is null until the first response. */
export function JobRunning({ job, isSilent }: { job: Job | null; isSilent: boolean }) {
  const { text } = useText();
  // Decided once, on mount: after a refusal, its explanation takes the place of the offer.
  const [offersNotice] = useState(() => canNotify() || needsHomeScreen());
  // Decided once, on mount, so that the room for the other styles stays reserved.
  const [hasOthers] = useState(() => Object.keys(tryOns.pictures).length > 1);
  // True if no response has arrived yet, so that the number of pictures may still become known.
  const [isUnknown] = useState(job === null);
  const total = Math.min(job?.picCount ?? 0, mostPlaces);
  const seconds = useCountdown(job?.expectSeconds ?? null);
  const percent = useSteadyProgress(job?.progress ?? null, seconds);
  const ahead = job?.queuePosition ?? 0;
  const state =
    job &&
    (ahead > 0
      ? text('making.queue', { count: ahead })
      : text(isInReview(job) ? 'making.checking' : 'making.creating'));

  return (
    <>
      <div className={`${styles.body} ${styles.running}`}>
        <ProgressRing label={text('making.progress')} percent={ahead > 0 ? undefined : percent}>
          {job ? <Coming job={job} percent={percent ?? 0} /> : <Creating />}
        </ProgressRing>
        <div className={styles.words} aria-busy={job === null}>
          <p className={styles.state}>
            {state ?? <Skeleton width="140px" height="1.5em" />}
            {/* Hidden during the review, because the review's longer text would then wrap and move the other lines. */}
            {job && ahead === 0 && !isInReview(job) && percent !== null && percent > 0 && (
              <span className={styles.percent}>{text('making.percent', { percent })}</span>
            )}
          </p>
          <p className={styles.expected}>
            {job ? <Expected job={job} seconds={seconds} /> : <Skeleton width="180px" height="1.5em" />}
          </p>
        </div>
        {(total > 0 || isUnknown) && (
          <div className={styles.ready}>
            {job && total > 0 && <ReadyPics pics={job.pics} total={total} />}
          </div>
        )}
        <p className={styles.leave}>{text('making.leave')}</p>
        {hasOthers && (
          <div className={styles.others}>
            {job && <OtherStyles title={text('making.others')} templateId={job.templateId} />}
          </div>
        )}
        {offersNotice && (
          <div className={styles.notice}>{job && <NotifyOffer key={jobKey(job)} job={job} />}</div>
        )}
        <OfflineMark text={text('making.offline')} />
        {isSilent && navigator.onLine && (
          <p className={styles.silent} role="alert">
            {text('making.trouble')}
          </p>
        )}
        <p className="visually-hidden" role="status">
          {state && percent !== null && ahead === 0 && percent >= spokenStep
            ? text('making.spoken', { state, percent: percent - (percent % spokenStep) })
            : (state ?? text('loading'))}
        </p>
      </div>
      <BottomBar>
        <Button kind="secondary" onClick={() => go(paths.home)}>
          {text('home.go')}
        </Button>
      </BottomBar>
    </>
  );
}

function Expected({ job, seconds }: { job: Job; seconds: number | null }) {
  const { text } = useText();
  const minutes = seconds === null ? job.expectMinutes : Math.ceil(seconds / 60);
  const isLate = useLateness(seconds === 0);
  if (seconds === null && minutes <= 0) return null;
  if (seconds === 0)
    return text(!isLate ? 'making.soon' : job.coins > 0 ? 'making.late-coins' : 'making.late');
  return text('making.expected', { time: text('minutes', { count: minutes }) });
}

/** True as soon as this screen has shown an overdue job for `patience`. */
function useLateness(isDue: boolean): boolean {
  const [isLate, setIsLate] = useState(false);

  useEffect(() => {
    setIsLate(false);
    if (!isDue) return;
    const timer = setTimeout(() => setIsLate(true), patience);
    return () => clearTimeout(timer);
  }, [isDue]);

  return isLate;
}

function isInReview(job: Job): boolean {
  return job.status === 'to-be-audited' || job.status === 'auditing';
}

/** Shows the template's try-on or sample, which sharpens with progress. Finished pictures then cover it. */
function Coming({ job, percent }: { job: Job; percent: number }) {
  const { pictures } = useSnapshot(tryOns);
  const [isBroken, setBroken] = useState(false);
  const preview = job.templateId === null ? undefined : pictures[job.templateId];
  const src = preview ?? job.coverUrl;
  const hasPicture = src && !isBroken;
  if (!hasPicture && job.pics.length === 0) return <Creating />;
  return (
    <span className={styles.frame} style={{ '--rest': 1 - percent / 100 } as CSSProperties}>
      {hasPicture && <img className={styles.coming} src={src} alt="" onError={() => setBroken(true)} />}
      {job.pics.map(({ id, listUrl }) => (
        <img
          key={id ?? listUrl}
          className={styles.finished}
          src={listUrl}
          alt=""
          onLoad={({ currentTarget }) => {
            currentTarget.dataset.here = '';
          }}
        />
      ))}
    </span>
  );
}

/** Counts down the seconds. Slows down if the job takes longer than shown, speeds up if shorter, never rises. */
function useCountdown(expected: number | null): number | null {
  const [count, setCount] = useState<Count | null>(null);

  useEffect(() => {
    if (expected === null) return setCount(null);
    setCount(before => ({ shown: before?.shown ?? expected, expected }));
    const timer = setInterval(() => setCount(before => before && nextCount(before)), second);
    return () => clearInterval(timer);
  }, [expected]);

  return count && Math.ceil(count.shown);
}

export function nextCount({ shown, expected }: Count): Count {
  const later = expected > shown ? shown / expected : 1 + (shown - expected) * haste;
  return { shown: Math.max(0, shown - later), expected: Math.max(0, expected - 1) };
}

/** Progress that never decreases, and advances with the countdown. Null if the server reports no progress. */
function useSteadyProgress(percent: number | null, seconds: number | null): number | null {
  const [shown, setShown] = useState(percent ?? 0);
  const before = useRef(seconds);

  useEffect(() => {
    const isTick = seconds !== null && before.current !== null && seconds < before.current;
    before.current = seconds;
    const reported = percent ?? 0;
    setShown(last => {
      const known = Math.max(last, reported);
      return isTick ? nextProgress(known, seconds) : known;
    });
  }, [percent, seconds]);

  return percent === null ? null : Math.max(percent, Math.floor(shown));
}

/** Returns the progress to show one second from now, if the job will take `seconds` more. */
export function nextProgress(shown: number, seconds: number): number {
  if (shown >= mostByClock) return shown;
  return shown + (mostByClock - shown) / Math.max(seconds, 2);
}

interface ProgressRingProps {
  /** Label for screen readers. */
  label: string;
  /** From 0 to 100; null if unknown. Undefined before the work begins, when only the inside is shown. */
  percent: number | null | undefined;
  /** Shown inside the ring. */
  children: ReactNode;
}

function ProgressRing({ label, percent, children }: ProgressRingProps) {
  const bar = {
    role: 'progressbar',
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    ...(percent !== null && { 'aria-valuenow': percent }),
  } as const;
  return (
    <div className={styles.ring} {...(percent !== undefined && bar)}>
      {percent !== undefined && (
        <svg
          aria-hidden="true"
          className={styles.circle}
          viewBox="0 0 100 100"
          data-unknown={percent === null || undefined}
        >
          <circle className={styles.track} cx="50" cy="50" r="48" />
          <circle
            className={styles.done}
            cx="50"
            cy="50"
            r="48"
            pathLength="100"
            // A dash and a gap, each as long as the ring. Shifting them by the remaining percentage shows the progress.
            strokeDasharray="100 100"
            strokeDashoffset={100 - (percent ?? 20)}
          />
        </svg>
      )}
      <div className={styles.inside}>{children}</div>
    </div>
  );
}
