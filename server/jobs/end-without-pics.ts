import type { Updateable } from 'kysely';
import { lockUser } from '../accounts/lock-user.ts';
import type { JobsTable, Stored, Tx } from '../db/schema.ts';
import { move } from '../money/ledger.ts';
import { forEver, noteErasures } from '../store/erasures.ts';
import { picsFolder } from './name-pic.ts';
import { unfinished } from './status.ts';
import { countWasted } from './wasted-work.ts';

type HeldJob = Pick<Stored<'jobs'>, 'user_id' | 'generate_id' | 'held' | 'redo_of' | 'attempts'>;

/**
 * Ends a job without pics: sets its last state, schedules the deletion of its stored pics, and gives the held coins
 * back; false if the job was over already.
 */
export async function endWithoutPics(
  tx: Tx,
  job: HeldJob,
  last: Updateable<JobsTable>,
  time: Date,
): Promise<boolean> {
  await lockUser(tx, job.user_id);
  const ended = await tx
    .updateTable('jobs')
    .set({ ...last, end_time: time, lease_until: null })
    .where('generate_id', '=', job.generate_id)
    .where('status', 'in', unfinished)
    .returning('generate_id')
    .executeTakeFirst();
  if (!ended) return false;
  await noteErasures(tx, [picsFolder(job)], forEver);
  await countWasted(tx, job, time);
  await giveBack(tx, job, time);
  return true;
}

/** Gives held coins back; if the job was a redo, the user may request the redo again. */
export async function giveBack(tx: Tx, job: HeldJob, time: Date): Promise<void> {
  if (job.redo_of !== null) {
    await tx.updateTable('jobs').set({ remedied: false }).where('generate_id', '=', job.redo_of).execute();
  }
  if (job.held === 0) return;
  const { user_id: userId, held: change, generate_id: reference } = job;
  await move(tx, { userId, change, reason: 'give_back', reference, time });
}
