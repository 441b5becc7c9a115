import { sql, type Transaction } from 'kysely';
import { lockUser } from '../accounts/lock-user.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { photosPrefix, picsPrefix, previewsPrefix } from '../accounts/user.ts';
import type { Database } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { giveBack } from '../jobs/settle-job.ts';
import { unfinished } from '../jobs/status.ts';
import { countWasted } from '../jobs/wasted-work.ts';
import { saveGoneUser } from '../money/gone-users.ts';
import type { PaymentProvider } from '../money/payment-provider.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** What erasing needs; `payments` is null when nothing can be bought. */
export interface ErasureParts {
  db: Database;
  clock: () => number;
  store: ObjectStore;
  queue: JobQueue;
  sessions: Sessions;
  payments: PaymentProvider | null;
}

/** Removes every photo, pic and job of a user; running jobs are cancelled and their coins given back. */
export async function eraseAllPics(parts: ErasureParts, userId: string): Promise<void> {
  await removeThings(parts, userId, async tx => {
    const jobs = await tx
      .deleteFrom('jobs')
      .where('user_id', '=', userId)
      .returning(['generate_id', 'user_id', 'held', 'status', 'redo_of', 'attempts'])
      .execute();
    const time = new Date(parts.clock());
    for (const job of jobs) {
      if (!unfinished.includes(job.status)) continue;
      await countWasted(tx, job, time);
      await giveBack(tx, job, time);
    }
    await tx.updateTable('users').set({ photos: [] }).where('user_id', '=', userId).execute();
    return { generateIds: jobs.map(job => job.generate_id) };
  });
}

/** Removes a user with everything that is known of them; only a keyed hash stays, so that gifts are given once. */
export async function eraseAccount(parts: ErasureParts, userId: string): Promise<void> {
  await removeThings(parts, userId, async tx => {
    await saveGoneUser(tx, await lockUser(tx, userId), new Date(parts.clock()));
    const jobs = await tx.selectFrom('jobs').select('generate_id').where('user_id', '=', userId).execute();
    const endPayments = await parts.payments?.removeUser(tx, userId);
    // The ledger's rows can be deleted only for this user and only in this transaction.
    await sql`SELECT set_config('tyy.deleting_user', ${userId}, true)`.execute(tx);
    await tx.deleteFrom('users').where('user_id', '=', userId).execute();
    const onRemoved = () => {
      parts.sessions.removeUser(userId);
      endPayments?.();
    };
    return { generateIds: jobs.map(job => job.generate_id), onRemoved };
  });
}

/** What was removed with its rows: the jobs, and what else ends the moment that the transaction is committed. */
interface Removed {
  generateIds: string[];
  onRemoved?: () => void;
}

async function removeThings(
  parts: ErasureParts,
  userId: string,
  removeRows: (tx: Transaction<Schema>) => Promise<Removed>,
): Promise<void> {
  // Objects first: if this process is killed in between, the user can still repeat the request.
  await removeObjects(parts, userId);
  const { generateIds, onRemoved } = await parts.db.query.transaction().execute(async tx => {
    await lockUser(tx, userId);
    return removeRows(tx);
  });
  onRemoved?.();
  for (const generateId of generateIds) parts.queue.cancel(generateId);
  // And again, for what a job stored meanwhile.
  await removeObjects(parts, userId);
}

async function removeObjects({ store }: ErasureParts, userId: string): Promise<void> {
  await store.deletePrefix(photosPrefix(userId));
  await store.deletePrefix(previewsPrefix(userId));
  await store.deletePrefix(picsPrefix(userId));
}
