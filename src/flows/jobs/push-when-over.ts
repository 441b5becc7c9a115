import type { Job } from '../../api/jobs.ts';
import { getPushKey, subscribePush } from '../../api/push.ts';
import { subscribeDevice } from '../../platform/subscribe-device.ts';
import { jobKey } from '../../state/making.ts';
import { hasFeature } from '../account/has-feature.ts';

/** The jobs, by `jobKey`, whose end the server tells this device of. */
const pushed = new Set<string>();

/** Whether the user will be notified of the end of this job also when the app is closed. */
export function isPushed(job: Job): boolean {
  return pushed.has(jobKey(job));
}

/**
 * Has the server tell this device of the end of this job; the user has permitted notifications. False where that cannot be,
 * because the API or the browser has no push, or one of them fails: the page's own watch is there all the same.
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
