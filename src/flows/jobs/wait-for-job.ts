import { getJob, getJobs, isRunning, type Job, type JobIds } from '../../api/jobs.ts';
import { saysGone } from '../../api/says-gone.ts';
import { picPath } from '../../paths.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import { listen } from '../../platform/listen.ts';
import { go } from '../../platform/navigation.ts';
import { array, string } from '../../platform/parse.ts';
import { saved } from '../../platform/storage/saved.ts';
import { clearJob, currentJob, isSameJob, jobKey, loadJob, saveJob } from '../../state/current-job.ts';
import { noteEndedJob } from '../../state/ended-job.ts';
import type { WireId } from '../../state/is-same-id.ts';
import { isVip, session } from '../../state/session.ts';
import { loadUser } from '../account/load-user.ts';

export type PollEnd = 'over' | 'gone' | 'stopped';

interface JobPoll {
  ids: JobIds;
  onJob: (job: Job) => void;
  /** Called with the number of failed requests in a row. */
  onFailure?: (failures: number) => void;
  signal: AbortSignal;
  /** False: a refused token counts as a failure and starts no sign-in. */
  signIn?: boolean;
}

/** First delay between two requests, ms. */
const shortest = 3000;

/** Maximum of the growing delays, ms. */
const longest = 15_000;

/** Number of short delays: most jobs are done by then. */
const shortDelays = 20;

const growth = 1.25;

/** A new job may be missing on the server for this long, seconds. */
const readLag = 30;

/** Remembers this many jobs whose ad was shown. */
const most = 50;

/** Jobs (`jobKey`) whose ad was shown, oldest first. */
const adJobs = saved('tyy.ad-jobs', array(string));

let lastCheck: Promise<unknown> = Promise.resolve();

/** State of a job while the user waits for it. */
export interface Wait {
  /** Null until the first response. */
  job: Job | null;
  /** True if the server has stopped responding. */
  isSilent: boolean;
  /** True if there is no such job. */
  isGone: boolean;
}

/** Failed requests in a row before the user sees a message. */
const silence = 3;

/** Polls a job and reports each change; then opens its pics. Returns a function that stops it. */
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
  // The job ended without pics: load the balance with the returned coins.
  if (job?.status !== 'done') return void (await loadUser());
  const generateId = await picsIdOf(job);
  noteEndedJob(generateId);
  go(picPath(generateId), { replace: true });
}

/** Some APIs have this id only in the list of jobs. */
async function picsIdOf(job: Job): Promise<WireId> {
  if (job.generateId) return job.generateId;
  const jobs = await getJobs(1).catch(() => []);
  return jobs.find(other => isSameJob(other, job))?.generateId || job.trainId;
}

/** Updates the saved job until it ends; if none is saved, looks for a running job. Never starts a sign-in. */
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

/** Looks on the first page of jobs for a running one, e.g. started on another device. */
async function findRunningJob(signal: AbortSignal): Promise<void> {
  const listed = (await getJobs(1, { signIn: false })).find(isRunning);
  // Some APIs list jobs without their status: load the job itself.
  const job = listed?.status === 'unknown' ? await getJob(listed, { signIn: false, signal }) : listed;
  if (job && isRunning(job) && !signal.aborted && !currentJob.job) saveJob(job);
}

function isSaved(ids: JobIds): boolean {
  return currentJob.job !== null && isSameJob(currentJob.job, ids);
}

/** Shows the full-screen ad once per job (`jobKey`), never to subscribers; ignores failures. */
export async function showMakingAd(job: string): Promise<void> {
  if (!bridge.showFullScreenAd) return;
  try {
    if (isVip(session.user ?? (await loadUser()))) return;
    if (await isFirstAd(job)) await bridge.showFullScreenAd();
  } catch {
    // Never make the user wait for an ad.
  }
}

/** Saves that the job's ad was shown; false if it was shown before. */
function isFirstAd(job: string): Promise<boolean> {
  // Sequential: each call must read what the last one wrote.
  const check = lastCheck.then(async () => {
    const shown = (await adJobs.read()) ?? [];
    if (shown.includes(job)) return false;
    await adJobs.write([...shown, job].slice(-most));
    return true;
  });
  lastCheck = check;
  return check;
}

/** Polls a job until it ends; pauses while the page is hidden, and polls at once if it returns or goes online. */
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

/** True while the server may read from a replica that does not have the new job yet. */
function isJustMade(ids: JobIds): boolean {
  const { job } = currentJob;
  return job !== null && isSameJob(job, ids) && Math.abs(Date.now() / 1000 - job.createTime) < readLag;
}

/** Delay after a request in ms; the first request is 0. */
export function delayAfter(poll: number): number {
  const slower = Math.max(0, poll + 1 - shortDelays);
  return Math.min(longest, shortest * growth ** slower);
}

function isAwake(): boolean {
  return document.visibilityState === 'visible';
}

/** Resolves when the page is visible, or polling is stopped. */
function untilAwake(signal: AbortSignal): Promise<void> {
  if (isAwake()) return Promise.resolve();
  return new Promise(resolve => onReturn(resolve, signal));
}

/** Resolves after `time` ms, or at once if the page returns or goes online. */
function delay(time: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(end, time);
    // `onReturn` may call `end` at once.
    let stop = () => {};
    stop = onReturn(end, signal);
    function end() {
      clearTimeout(timer);
      stop();
      resolve();
    }
  });
}

/** Calls back once the page becomes visible, goes online or polling stops. Returns a function that stops it. */
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
