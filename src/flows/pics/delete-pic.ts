import { deletePics, type Job, type Pic } from '../../api/jobs.ts';
import { notifyOfDeletion } from '../../platform/deletions.ts';
import { clearEntries } from '../../platform/entry-memory.ts';
import type { DurableValue } from '../../platform/storage/saved.ts';
import { jobKey } from '../../state/current-job.ts';
import { removeFavourites } from '../../state/favourites.ts';
import { isSameId } from '../../state/is-same-id.ts';
import { toast, withLoading } from '../../state/overlay.ts';
import { userAgrees } from '../../state/user-agrees.ts';
import { type LastKnown, savedJobs, savedPics } from '../lists/known-lists.ts';

/** Asks the user, then deletes a picture, or the whole job if `isLast` is true. Returns true if deleted. */
export async function deletePic(job: Job, picId: Pic['id'], isLast: boolean): Promise<boolean> {
  const question = { title: 'pic.delete.question', text: 'pic.delete.text' } as const;
  if (!(await userAgrees(question, 'delete', 'danger'))) return false;
  try {
    await withLoading('pic.deleting', () => deletePics(job, isLast ? null : picId));
  } catch {
    // The API client has shown the error.
    return false;
  }
  notifyOfDeletion(picId);
  await removeFromLast(job, isLast ? null : picId);
  if (isLast) clearEntries('jobs');
  await removeFavourites(
    ({ id, generateId }) =>
      isSameId(generateId, job.generateId || job.trainId) && (isLast || isSameId(id, picId)),
  );
  toast('pic.deleted');
  return true;
}

/** Removes a deleted picture from the saved lists, or the whole job if `picId` is null. */
async function removeFromLast(job: Job, picId: Pic['id'] | null): Promise<void> {
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
