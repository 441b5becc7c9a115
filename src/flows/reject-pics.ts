import { type JobExtras, redoJob, returnCoins } from '../api/job-extras.ts';
import type { Job } from '../api/jobs.ts';
import { makingPath } from '../paths.ts';
import { clearEntries } from '../platform/entry-memory.ts';
import { go } from '../platform/navigation.ts';
import { saveJob } from '../state/making.ts';
import { ask, toast, withLoading } from '../state/overlay.ts';
import { loadUser } from './load-user.ts';
import { withConsent } from './with-consent.ts';

/** Asks why the user does not like the pics of a job, then has them made again or gets the coins back. */
export async function rejectPics(
  job: Job,
  remedy: NonNullable<JobExtras['remedy']>,
): Promise<'done' | 'not-wanted' | 'failed'> {
  const reason = await ask({
    title: 'reject.title',
    text: remedy === 'redo' ? 'reject.redo-text' : 'reject.coins-text',
    choices: [
      { value: 'not-like-me', label: 'reject.not-like-me', kind: 'quiet' },
      { value: 'bad-picture', label: 'reject.bad-picture', kind: 'quiet' },
      { value: 'other', label: 'reject.other', kind: 'quiet' },
    ],
  });
  if (reason === null) return 'not-wanted';
  try {
    if (remedy === 'redo')
      open(await withConsent(() => withLoading('reject.running', () => redoJob(job, reason))));
    else await showReturnedCoins(await withLoading('reject.running', () => returnCoins(job, reason)));
    return 'done';
  } catch {
    // The client has said why.
    return 'failed';
  }
}

function open(redo: Job): void {
  saveJob(redo);
  clearEntries('jobs');
  go(makingPath(redo.trainId, redo.generateId));
}

async function showReturnedCoins(count: number): Promise<void> {
  toast({ key: 'reject.coins-back', values: { count } });
  await loadUser().catch(() => undefined);
}
