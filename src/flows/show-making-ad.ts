import { bridge } from '../platform/bridge/bridge.ts';
import { array, string } from '../platform/parse.ts';
import { saved } from '../platform/storage/saved.ts';
import { isVip, session } from '../state/session.ts';
import { loadUser } from './load-user.ts';

/** How many jobs are remembered as having shown their ad. */
const most = 50;

/** The jobs (`jobKey`) that have had their ad, oldest first. */
const adJobs = saved('tyy.ad-jobs', array(string));

let lastClaim: Promise<unknown> = Promise.resolve();

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
