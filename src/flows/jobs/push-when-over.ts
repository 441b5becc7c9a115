import type { Job } from '../../api/jobs.ts';
import { getPushKey, subscribePush } from '../../api/push.ts';
import { subscribeDevice } from '../../platform/subscribe-device.ts';
import { jobKey } from '../../state/current-job.ts';
import { hasFeature } from '../account/has-feature.ts';

/** Jobs, by `jobKey`, whose end the server pushes to this device. */
const pushed = new Set<string>();

/** True if the user will be notified of the job's end even if the app is closed. */
export function isPushed(job: Job): boolean {
  return pushed.has(jobKey(job));
}

/**
 * Asks the server to push the job's end; notifications must be permitted. False if the API or the browser has no push,
 * or a step fails: `notifyWhenOver` works without it.
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
