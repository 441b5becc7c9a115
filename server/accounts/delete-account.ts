import { sql, type Transaction } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { giveBack } from '../jobs/settle-job.ts';
import { unfinished } from '../jobs/status.ts';
import type { Services } from '../services.ts';
import { lockUser } from './lock-user.ts';
import { photosPrefix, picsPrefix } from './user.ts';

/** Removes every photo, pic and job of a person; running jobs are cancelled and give their coins back. */
export async function deleteAllPics(services: Services, userId: string): Promise<void> {
  await removeThings(services, userId, async tx => {
    const jobs = await tx
      .deleteFrom('jobs')
      .where('user_id', '=', userId)
      .returning(['generate_id', 'user_id', 'held', 'status'])
      .execute();
    const time = new Date(services.clock());
    for (const job of jobs) {
      if (unfinished.includes(job.status)) await giveBack(tx, job, time);
    }
    await tx.updateTable('users').set({ photos: [] }).where('user_id', '=', userId).execute();
    return jobs.map(job => job.generate_id);
  });
}

/** Removes a person with everything that is known of them: no row and no object stays. */
export async function deleteAccount(services: Services, userId: string): Promise<void> {
  await removeThings(services, userId, async tx => {
    const jobs = await tx.selectFrom('jobs').select('generate_id').where('user_id', '=', userId).execute();
    await services.payments?.forget(tx, userId);
    // The ledger lets go of its rows only for this person and only in this transaction.
    await sql`SELECT set_config('tyy.deleting_user', ${userId}, true)`.execute(tx);
    await tx.deleteFrom('users').where('user_id', '=', userId).execute();
    return jobs.map(job => job.generate_id);
  });
  services.sessions.forgetUser(userId);
}

async function removeThings(
  services: Services,
  userId: string,
  removeRows: (tx: Transaction<Schema>) => Promise<string[]>,
): Promise<void> {
  // Objects first: were this process killed in between, the person still could repeat the wish.
  await removeObjects(services, userId);
  const jobs = await services.db.query.transaction().execute(async tx => {
    await lockUser(tx, userId);
    return removeRows(tx);
  });
  for (const generateId of jobs) services.queue.cancel(generateId);
  // And again, for what a job stored meanwhile.
  await removeObjects(services, userId);
}

async function removeObjects({ store }: Services, userId: string): Promise<void> {
  await store.deletePrefix(photosPrefix(userId));
  await store.deletePrefix(picsPrefix(userId));
}
