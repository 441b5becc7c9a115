import { loadUser } from '../api/account.ts';
import { bridge } from '../platform/bridge.ts';
import { keys, local } from '../platform/storage.ts';
import { isVip, session } from '../state/session.ts';

/** How many jobs are remembered as having shown their ad. */
const most = 50;

/** Shows the full-screen ad while a job is made: once for each job, never to a subscriber, silent when it fails. */
export async function showMakingAd(trainId: string): Promise<void> {
  if (!bridge.showFullScreenAd) return;
  const seen = readSeen();
  if (seen.includes(trainId)) return;
  try {
    if (isVip(session.user ?? (await loadUser({ toast: false })))) return;
    local.write(keys.adJobs, JSON.stringify([...seen, trainId].slice(-most)));
    await bridge.showFullScreenAd();
  } catch {
    // An ad is nothing that a person waits for.
  }
}

function readSeen(): string[] {
  try {
    return JSON.parse(local.read(keys.adJobs) ?? '[]');
  } catch {
    return [];
  }
}
