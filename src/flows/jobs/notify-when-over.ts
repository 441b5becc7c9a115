import { subscribe } from 'valtio';
import { ApiError } from '../../api/errors.ts';
import { getJob, isRunning, type Job, type JobIds } from '../../api/jobs.ts';
import { text } from '../../i18n/i18n.ts';
import { makingPath, picPath } from '../../paths.ts';
import { notify, requestPermission, untilPage } from '../../platform/notifications.ts';
import { isSameJob, jobKey, making } from '../../state/making.ts';

/** The delay between two requests while the page is hidden, ms; browsers may stretch it to a minute. */
const delay = 15_000;

/** The jobs, by `jobKey`, whose end the user is to be notified of. */
const watched = new Set<string>();

/** Whether the user will be notified of the end of this job. */
export function isWatched(job: Job): boolean {
  return watched.has(jobKey(job));
}

/**
 * Asks for permission, then notifies the user when the job ends while the page is hidden, whichever screen it shows.
 * Resolves once they have decided; 'default': they have not.
 */
export async function notifyWhenOver(job: Job): Promise<NotificationPermission> {
  const permission = await requestPermission();
  if (permission === 'granted' && !isWatched(job)) watch(job);
  return permission;
}

async function watch(job: Job): Promise<void> {
  watched.add(jobKey(job));
  const seen = new AbortController();
  const unsubscribe = onEndSeen(job, () => seen.abort());
  const last = await lastUnseen(job, seen.signal);
  unsubscribe();
  watched.delete(jobKey(job));
  if (last) await notifyOf(last);
}

/** Requests the job while the page is hidden, until it is over; null when the user has seen that, or it is refused. */
async function lastUnseen(ids: JobIds, seen: AbortSignal): Promise<Job | null> {
  for (;;) {
    await untilPage('hidden');
    if (seen.aborted) return null;
    try {
      const job = await getJob(ids, { signIn: false });
      // A user who has come back sees the end on the screen.
      if (!isRunning(job) && !seen.aborted && document.visibilityState === 'hidden') return job;
    } catch (error) {
      // The job was deleted or the user logged out. Any other failure may be temporary.
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) return null;
    }
    await new Promise(resolve => setTimeout(resolve, delay));
  }
}

/** Calls when the user has seen the end of a job on the page, which shows it also while it is hidden; returns how to stop. */
function onEndSeen(ids: JobIds, callback: () => void): () => void {
  let wasSaved = false;
  const check = () => {
    const { job } = making;
    const isSaved = job !== null && isSameJob(job, ids);
    // The saved job is cleared at its end.
    if ((isSaved && !isRunning(job)) || (wasSaved && job === null)) untilPage('visible').then(callback);
    wasSaved = isSaved;
  };
  check();
  return subscribe(making, check);
}

function notifyOf({ trainId, generateId, status }: Job): Promise<void> {
  return status === 'done'
    ? notify({ title: text('home.ready'), text: text('notify.see'), path: picPath(generateId || trainId) })
    : notify({ title: text('home.look'), text: text('notify.why'), path: makingPath(trainId, generateId) });
}
