import { deletePics, type Job, type Pic } from '../api/jobs.ts';
import { notifyOfDeletion } from '../platform/deletions.ts';
import { clearEntries } from '../platform/entry-memory.ts';
import { removeFavourites } from '../state/favourites.ts';
import { isSameId } from '../state/is-same-id.ts';
import { ask, toast, withLoading } from '../state/overlay.ts';
import { removeFromLast } from './remove-from-last.ts';

/** Asks, then deletes one pic of a job, and with its last pic the job; resolves true when it is gone. */
export async function deletePic(job: Job, picId: Pic['id'], isLast: boolean): Promise<boolean> {
  const choice = await ask({
    title: 'pic.delete.question',
    text: 'pic.delete.text',
    choices: [{ value: 'delete', label: 'delete', kind: 'danger' }],
  });
  if (choice !== 'delete') return false;
  try {
    await withLoading('pic.deleting', () => deletePics(job, isLast ? null : picId));
  } catch {
    // The client has said why.
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
