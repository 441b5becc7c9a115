import type { Job } from '../../api/jobs.ts';
import { getPushKey, subscribePush } from '../../api/push.ts';
import { subscribeDevice } from '../../platform/subscribe-device.ts';
import { jobKey } from '../../state/current-job.ts';
import { hasFeature } from '../account/has-feature.ts';

/** Keys (`jobKey`) of the jobs for which the server will push a message to this device. */
const pushed = new Set<string>();

/** True if the server notifies the user of the job's end even if the app is closed. */
export function isPushed(job: Job): boolean {
  return pushed.has(jobKey(job));
}

/**
 * Asks the server to send a push message when the job ends. The user must have permitted notifications. Returns false
 * if the API or the browser does not support push, or if a step fails; `notifyWhenOver` works without push.
 */
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
