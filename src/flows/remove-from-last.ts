import type { Job, Pic } from '../api/jobs.ts';
import type { DurableValue } from '../platform/storage/saved.ts';
import { jobKey } from '../state/making.ts';
import { savedJobs, savedPics } from './known-lists.ts';
import type { LastKnown } from './last-known.ts';

/** Takes a deleted picture, or with null its whole job, out of the lists as they last came. */
export async function removeFromLast(job: Job, picId: Pic['id'] | null): Promise<void> {
  const about = String(job.generateId || job.trainId);
  await change(savedPics, about, pics => pics.filter(({ id }) => picId !== null && id !== picId));
  if (picId === null)
    await change(savedJobs, '', jobs => jobs.filter(other => jobKey(other) !== jobKey(job)));
}

async function change<T>(
  last: DurableValue<LastKnown<T>>,
  about: string,
  change: (value: T) => T,
): Promise<void> {
  const known = await last.read();
  if (known?.about === about) await last.write({ ...known, value: change(known.value) });
}
