import { getJob, getJobs, isRunning, type Job, type JobIds } from '../../api/jobs.ts';
import { saysGone } from '../../api/says-gone.ts';
import { picPath } from '../../paths.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import { listen } from '../../platform/listen.ts';
import { go } from '../../platform/navigation.ts';
import { array, string } from '../../platform/parse.ts';
import { saved } from '../../platform/storage/saved.ts';
import {
  clearJob,
  currentJob,
  isSameJob,
  jobKey,
  loadJob,
  noteEndedJob,
  saveJob,
} from '../../state/current-job.ts';
import type { WireId } from '../../state/is-same-id.ts';
import { isVip, session } from '../../state/session.ts';
import { loadUser } from '../account/load-user.ts';

export type PollEnd = 'over' | 'gone' | 'stopped';

interface JobPoll {
  ids: JobIds;
  onJob: (job: Job) => void;
  /** Called with the number of requests that failed in a row. */
  onFailure?: (failures: number) => void;
  signal: AbortSignal;
  /** If false, a refused token counts as a failure and does not start a sign-in. */
  signIn?: boolean;
}

/** Delay between the first requests, ms. */
const shortest = 3000;

/** Maximum delay, ms. */
const longest = 15_000;

/** Number of requests before the delays grow; most jobs are done by then. */
const shortDelays = 20;
const growth = 1.25;

/** A new job can be missing on the server for this long, in seconds. */
const readLag = 30;

/** Number of jobs for which the app remembers that it showed an ad. */
const most = 50;

/** Keys (`jobKey`) of the jobs for which an ad was shown, oldest first. */
const adJobs = saved('tyy.ad-jobs', array(string));

let lastCheck: Promise<unknown> = Promise.resolve();

export interface Wait {
  /** Null until the first response. */
  job: Job | null;
  /** True if the server has stopped responding. */
  isSilent: boolean;
  isGone: boolean;
}

/** Number of failed requests in a row after which the user sees a message. */
const silence = 3;

/** Polls a job and reports each change; opens the pictures when done. Returns a function that stops polling. */
export function waitForJob(ids: JobIds, onChange: (change: Partial<Wait>) => void): () => void {
  const stop = new AbortController();
  wait(ids, onChange, stop.signal).catch(() => undefined);
  return () => stop.abort();
}

async function wait(
  ids: JobIds,
  onChange: (change: Partial<Wait>) => void,
  signal: AbortSignal,
): Promise<void> {
  if (!jobKey(ids)) return onChange({ isGone: true });
  let last: Job | null = null;

  function onJob(job: Job) {
    if (last === null && isRunning(job)) showMakingAd(jobKey(ids));
    last = job;
    if (isSaved(ids) || isRunning(job)) saveJob(job);
    onChange({ job, isSilent: false });
  }
  const onFailure = (failures: number) => onChange({ isSilent: failures >= silence });

  const end = await pollJob({ ids, onJob, onFailure, signal });
  if (end === 'stopped') return;
  if (isSaved(ids)) clearJob();
  if (end === 'gone') return onChange({ isGone: true });
  await afterEnd(last);
}

async function afterEnd(job: Job | null): Promise<void> {
  // The job ended without pictures, so load the balance, to which the coins have returned.
  if (job?.status !== 'done') return void (await loadUser());
  const generateId = await picsIdOf(job);
  noteEndedJob(generateId);
  go(picPath(generateId), { replace: true });
}

/** Returns the id of the job's pictures. Some APIs send this id only in the list of jobs. */
async function picsIdOf(job: Job): Promise<WireId> {
  if (job.generateId) return job.generateId;
  const jobs = await getJobs(1).catch(() => []);
  return jobs.find(other => isSameJob(other, job))?.generateId || job.trainId;
}

/** Updates the saved job until it ends. If no job is saved, searches for a running job. Never starts a sign-in. */
export async function followSavedJob(signal: AbortSignal): Promise<void> {
  if (!session.token) return;
  await loadJob();
  if (!currentJob.job) await findRunningJob(signal);
  if (signal.aborted || !currentJob.job || !isRunning(currentJob.job)) return;
  const ids = currentJob.job;
  const onJob = (job: Job) => {
    if (isSaved(ids)) saveJob(job);
  };
  const end = await pollJob({ ids, onJob, signal, signIn: false });
  if (end === 'gone' && isSaved(ids)) clearJob();
}

/** Searches the first page of jobs for a running job, for example one that was started on another device. */
async function findRunningJob(signal: AbortSignal): Promise<void> {
  const listed = (await getJobs(1, { signIn: false })).find(isRunning);
  // Some APIs list jobs without their status; then load the job itself.
  const job = listed?.status === 'unknown' ? await getJob(listed, { signIn: false, signal }) : listed;
  if (job && isRunning(job) && !signal.aborted && !currentJob.job) saveJob(job);
}

function isSaved(ids: JobIds): boolean {
  return currentJob.job !== null && isSameJob(currentJob.job, ids);
}

/** Shows the full-screen ad once per job (`jobKey`), but never to subscribers. Ignores failures. */
export async function showMakingAd(job: string): Promise<void> {
  if (!bridge.showFullScreenAd) return;
  try {
    if (isVip(session.user ?? (await loadUser()))) return;
    if (await isFirstAd(job)) await bridge.showFullScreenAd();
  } catch {
    // If the ad fails, the user simply keeps waiting for the job.
  }
}

/** Records that the job's ad was shown; resolves with false if it was already shown. */
function isFirstAd(job: string): Promise<boolean> {
  // Run these calls one after another, because each must read what the previous one wrote.
  const check = lastCheck.then(async () => {
    const shown = (await adJobs.read()) ?? [];
    if (shown.includes(job)) return false;
    await adJobs.write([...shown, job].slice(-most));
    return true;
  });
  lastCheck = check;
  return check;
}

/** Polls a job until it ends. Pauses while the page is hidden; polls at once when it is visible or online again. */
export async function pollJob({ ids, onJob, onFailure, signal, signIn }: JobPoll): Promise<PollEnd> {
  let failures = 0;
  for (let poll = 0; !signal.aborted; poll++) {
    await untilAwake(signal);
    if (signal.aborted) break;
    try {
      const job = await getJob(ids, { signal, ...(signIn !== undefined && { signIn }) });
      if (signal.aborted) break;
      failures = 0;
      onJob(job);
      if (!isRunning(job)) return 'over';
    } catch (error) {
      if (signal.aborted) break;
      if (!saysGone(error)) onFailure?.(++failures);
      else if (!isJustMade(ids)) return 'gone';
    }
    await delay(delayAfter(poll), signal);
  }
  return 'stopped';
}

/** True while a job is so new that it can be missing on the server, which may read from a lagging replica. */
function isJustMade(ids: JobIds): boolean {
  const { job } = currentJob;
  return job !== null && isSameJob(job, ids) && Math.abs(Date.now() / 1000 - job.createTime) < readLag;
}

/** The delay after a request, ms. `poll` counts the requests from 0. */
export function delayAfter(poll: number): number {
  const slower = Math.max(0, poll + 1 - shortDelays);
  return Math.min(longest, shortest * growth ** slower);
}

const isAwake = (): boolean => document.visibilityState === 'visible';

/** Resolves when the page is visible, or when polling stops. */
function untilAwake(signal: AbortSignal): Promise<void> {
  if (isAwake()) return Promise.resolve();
  return new Promise(resolve => onReturn(resolve, signal));
}

/** Resolves after `time` ms, or at once if the page becomes visible or goes online. */
function delay(time: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(end, time);
    // Declared before the call, because `onReturn` may call `end`, which uses `stop`, immediately.
    let stop = () => {};
    stop = onReturn(end, signal);
    function end() {
      clearTimeout(timer);
      stop();
      resolve();
    }
  });
}

/** Calls `callback` once the page is visible or online, or polling stops. Returns a function that cancels this. */
function onReturn(callback: () => void, signal: AbortSignal): () => void {
  const listening = new AbortController();
  const stop = () => listening.abort();
  const check = () => {
    if (!isAwake() && !signal.aborted) return;
    stop();
    callback();
  };
  listen(document, 'visibilitychange', check, listening.signal);
  listen(window, 'online', check, listening.signal);
  listen(signal, 'abort', check, listening.signal);
  if (signal.aborted) check();
  return stop;
}
