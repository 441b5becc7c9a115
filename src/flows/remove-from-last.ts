import type { Job, Pic } from '../api/jobs.ts';
import type { DurableValue } from '../platform/storage/saved.ts';
import { jobKey } from '../state/making.ts';
import { savedJobs, savedPics } from './known-lists.ts';
import type { LastKnown } from './last-known.ts';

/** Takes a deleted picture, or with null its whole job, out of the lists as they last came. */
export async function removeFromLast(job: Job, picId: Pic['id'] | null): Promise<void> {
  const about = String(job.generateId || job.trainId);
  await change(savedPics, about, pics => pics.filter(({ id }) => picId !== null && id !== picId));
  const isSame = (other: Job) => jobKey(other) === jobKey(job);
  await change(savedJobs, '', jobs => {
    if (picId === null) return jobs.filter(other => !isSame(other));
    return jobs.map(other => (isSame(other) ? without(other, picId) : other));
  });
}

function without(job: Job, picId: Pic['id']): Job {
  const pics = job.pics.filter(({ id }) => id !== picId);
  return { ...job, pics, coverUrl: pics[0]?.listUrl ?? job.coverUrl };
}

async function change<T>(
  last: DurableValue<LastKnown<T>>,
  about: string,
  change: (value: T) => T,
): Promise<void> {
  const known = await last.read();
  if (known?.about === about) await last.write({ ...known, value: change(known.value) });
}
