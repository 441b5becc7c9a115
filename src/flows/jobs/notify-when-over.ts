import { subscribe } from 'valtio';
import { ApiError } from '../../api/errors.ts';
import { getJob, isRunning, type Job, type JobIds } from '../../api/jobs.ts';
import { getPushKey, subscribePush } from '../../api/push.ts';
import { text } from '../../i18n/i18n.ts';
import { makingPath, picPath } from '../../paths.ts';
import { notify, requestPermission, untilPage } from '../../platform/notifications.ts';
import { subscribeDevice } from '../../platform/subscribe-device.ts';
import { currentJob, isSameJob, jobKey } from '../../state/current-job.ts';
import { hasFeature } from '../account/has-feature.ts';

/** Delay between two requests while the page is hidden, ms. Browsers may extend it to a minute. */
const delay = 15_000;

/** Keys (`jobKey`) of the jobs at whose end the app shows a notification. */
const watched = new Set<string>();

/** True if this page notifies the user when the job ends. */
export const isWatched = (job: Job): boolean => watched.has(jobKey(job));

/** Asks for permission to notify the user if the job ends while the page is hidden. 'default': undecided. */
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

/** Polls the job while the page is hidden. Null if the user has seen the end, or if the job is gone. */
async function lastUnseen(ids: JobIds, seen: AbortSignal): Promise<Job | null> {
  for (;;) {
    await untilPage('hidden');
    if (seen.aborted) return null;
    try {
      const job = await getJob(ids, { signIn: false });
      // If the user has returned meanwhile, the screen shows the end of the job.
      if (!isRunning(job) && !seen.aborted && document.visibilityState === 'hidden') return job;
    } catch (error) {
      // The job was deleted, or the user logged out. Any other error may be temporary.
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) return null;
    }
    await new Promise(resolve => setTimeout(resolve, delay));
  }
}

/** Calls `callback` once the page has been visible after the end of the job. Returns a function that stops waiting. */
function onEndSeen(ids: JobIds, callback: () => void): () => void {
  let wasSaved = false;
  const check = () => {
    const { job } = currentJob;
    const isSaved = job !== null && isSameJob(job, ids);
    // The saved job is cleared when it ends, so if it disappears, it has ended too.
    if ((isSaved && !isRunning(job)) || (wasSaved && job === null)) untilPage('visible').then(callback);
    wasSaved = isSaved;
  };
  check();
  return subscribe(currentJob, check);
}

function notifyOf({ trainId, generateId, status }: Job): Promise<void> {
  return status === 'done'
    ? notify({ title: text('home.ready'), text: text('notify.see'), path: picPath(generateId || trainId) })
    : notify({
        title: text(status === 'refused' ? 'home.refused' : 'home.failed'),
        text: text('notify.why'),
        path: makingPath(trainId, generateId),
      });
}

/** Keys (`jobKey`) of the jobs for which the server will push a message to this device. */
const pushed = new Set<string>();

/** True if the server notifies the user of the job's end even if the app is closed. */
export const isPushed = (job: Job): boolean => pushed.has(jobKey(job));

/** Asks the server for a push message at the job's end. False if that fails; `notifyWhenOver` works without. */
export async function pushWhenOver(job: Job): Promise<boolean> {
  try {
    if (!(await hasFeature('push'))) return false;
    await subscribePush(job, await subscribeDevice(await getPushKey()));
    pushed.add(jobKey(job));
    return true;
  } catch {
    return false;
  }
}
