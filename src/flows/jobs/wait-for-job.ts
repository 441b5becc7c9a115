import { getJob, getJobs, isRunning, type Job, type JobIds } from '../../api/jobs.ts';
import { saysGone } from '../../api/says-gone.ts';
import { picPath } from '../../paths.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import { listen } from '../../platform/listen.ts';
import { go } from '../../platform/navigation.ts';
import { array, string } from '../../platform/parse.ts';
import { saved } from '../../platform/storage/saved.ts';
import { noteEndedJob } from '../../state/ended-job.ts';
import type { WireId } from '../../state/is-same-id.ts';
import { clearJob, isSameJob, jobKey, loadJob, making, saveJob } from '../../state/making.ts';
import { isVip, session } from '../../state/session.ts';
import { loadUser } from '../account/load-user.ts';

/** How polling ended: the job is over, there is no such job, or it was stopped. */
export type PollEnd = 'over' | 'gone' | 'stopped';

/** What polling needs. */
interface JobPoll {
  ids: JobIds;
  /** Called with each response. */
  onJob: (job: Job) => void;
  /** Called with the number of requests in a row that failed. */
  onFailure?: (failures: number) => void;
  signal: AbortSignal;
  /** False: a refused token counts as a failure, and no sign-in starts. */
  signIn?: boolean;
}

/** The first delay between two requests, ms. */
const shortest = 3000;

/** The delay that the others grow to, ms. */
const longest = 15_000;

/** How many delays stay short: most jobs are done by then. */
const shortDelays = 20;

const growth = 1.25;

/** How long a job that was just made need not be found, seconds. */
const readLag = 30;

/** How many jobs are remembered as having shown their ad. */
const most = 50;

/** The jobs (`jobKey`) that have had their ad, oldest first. */
const adJobs = saved('tyy.ad-jobs', array(string));

let lastClaim: Promise<unknown> = Promise.resolve();

/** What is known of a job while the user waits for it. */
export interface Wait {
  /** Null until the first response. */
  job: Job | null;
  /** True when the server has stopped responding. */
  isSilent: boolean;
  /** True when there is no such job. */
  isGone: boolean;
}

/** After this many failed requests in a row the user sees a message. */
const silence = 3;

/** Waits for a job and reports each change; a finished one goes on to its pics. Returns how to stop. */
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
  // The coins of a job that came to nothing are back.
  if (job?.status !== 'done') return void (await loadUser());
  const generateId = await picsIdOf(job);
  noteEndedJob(generateId);
  go(picPath(generateId), { replace: true });
}

/** The id that its pictures are requested by. Some APIs name it only in the list of jobs. */
async function picsIdOf(job: Job): Promise<WireId> {
  if (job.generateId) return job.generateId;
  const jobs = await getJobs(1).catch(() => []);
  return jobs.find(other => isSameJob(other, job))?.generateId || job.trainId;
}

/**
 * Keeps the saved job as the server has it until it is over; without one it looks whether any runs. Never
 * starts a sign-in.
 */
export async function followSavedJob(signal: AbortSignal): Promise<void> {
  if (!session.token) return;
  await loadJob();
  if (!making.job) await findRunningJob(signal);
  if (signal.aborted || !making.job || !isRunning(making.job)) return;
  const ids = making.job;
  const onJob = (job: Job) => {
    if (isSaved(ids)) saveJob(job);
  };
  const end = await pollJob({ ids, onJob, signal, signIn: false });
  if (end === 'gone' && isSaved(ids)) clearJob();
}

/** The first page of jobs says whether one runs that was started elsewhere. */
async function findRunningJob(signal: AbortSignal): Promise<void> {
  const listed = (await getJobs(1, { signIn: false })).find(isRunning);
  // An API may list jobs without saying how they are: only the job itself says whether it is over.
  const job = listed?.status === 'unknown' ? await getJob(listed, { signIn: false, signal }) : listed;
  if (job && isRunning(job) && !signal.aborted && !making.job) saveJob(job);
}

function isSaved(ids: JobIds): boolean {
  return making.job !== null && isSameJob(making.job, ids);
}

/** Shows the full-screen ad while a job (its `jobKey`) is made: once for each job, never to a subscriber, silent when it fails. */
export async function showMakingAd(job: string): Promise<void> {
  if (!bridge.showFullScreenAd) return;
  try {
    if (isVip(session.user ?? (await loadUser()))) return;
    if (await claimAd(job)) await bridge.showFullScreenAd();
  } catch {
    // Never make the user wait for an ad.
  }
}

/** Remembers that the job has had its ad; false when it had it before. */
function claimAd(job: string): Promise<boolean> {
  // One after the other: each must find what the one before it has written.
  const claim = lastClaim.then(async () => {
    const shown = (await adJobs.read()) ?? [];
    if (shown.includes(job)) return false;
    await adJobs.write([...shown, job].slice(-most));
    return true;
  });
  lastClaim = claim;
  return claim;
}

/** Requests a job until it is over; pauses while the page is hidden or offline, and polls at once on return. */
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

/** Whether the job was made so lately that a server may read it from a copy which does not have it yet. */
function isJustMade(ids: JobIds): boolean {
  const { job } = making;
  return job !== null && isSameJob(job, ids) && Math.abs(Date.now() / 1000 - job.createTime) < readLag;
}

/** The delay after the request of that number, the first is 0; ms. */
export function delayAfter(poll: number): number {
  const slower = Math.max(0, poll + 1 - shortDelays);
  return Math.min(longest, shortest * growth ** slower);
}

function isAwake(): boolean {
  return document.visibilityState === 'visible';
}

/** Resolves when the page is visible. */
function untilAwake(signal: AbortSignal): Promise<void> {
  if (isAwake()) return Promise.resolve();
  return new Promise(resolve => onReturn(resolve, signal));
}

/** Resolves after a time, and at once when the page comes back in between. */
function delay(time: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(end, time);
    // Polling may have been stopped by what it has just reported.
    let stop = () => {};
    stop = onReturn(end, signal);
    function end() {
      clearTimeout(timer);
      stop();
      resolve();
    }
  });
}

/** Calls once when the page is visible again, and when the network is back, or when polling is stopped; returns how to stop listening. */
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
