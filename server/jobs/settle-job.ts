import type { Selectable, Updateable } from 'kysely';
import { sql, type Transaction } from 'kysely';
import type { JobsTable, Schema } from '../db/schema.ts';
import { move } from '../money/ledger.ts';
import { unfinished } from './status.ts';

/** Ends a job without pics: sets its last state and gives back what it held, unless it is over already. */
export async function endWithoutPics(
  tx: Transaction<Schema>,
  generateId: string,
  last: Updateable<JobsTable>,
  time: Date,
): Promise<boolean> {
  const job = await lockUnfinished(tx, generateId);
  if (!job) return false;

  await tx
    .updateTable('jobs')
    .set({ ...last, end_time: time, lease_until: null })
    .where('generate_id', '=', generateId)
    .execute();
  await giveBack(tx, job, time);
  return true;
}

/** Puts what a job held back on the balance. */
export async function giveBack(
  tx: Transaction<Schema>,
  job: Pick<Selectable<JobsTable>, 'user_id' | 'generate_id' | 'held'>,
  time: Date,
): Promise<void> {
  if (job.held === 0) return;
  const { user_id: userId, held: change, generate_id: reference } = job;
  await move(tx, { userId, change, reason: 'give_back', reference, time });
}

/** Locks the job and its person, in the order in which every transaction does it, so that none wait for each other. */
async function lockUnfinished(
  tx: Transaction<Schema>,
  generateId: string,
): Promise<Selectable<JobsTable> | undefined> {
  await sql`SELECT 1 FROM users WHERE user_id = (SELECT user_id FROM jobs WHERE generate_id = ${generateId})
    FOR UPDATE`.execute(tx);
  return tx
    .selectFrom('jobs')
    .selectAll()
    .where('generate_id', '=', generateId)
    .where('status', 'in', unfinished)
    .forUpdate()
    .executeTakeFirst();
}
