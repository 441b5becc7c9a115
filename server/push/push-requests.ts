import { type Selectable, sql } from 'kysely';
import { lockUser } from '../accounts/lock-user.ts';
import type { Database } from '../db/database.ts';
import type { PushRequestsTable } from '../db/push-requests-table.ts';
import type { JobsTable } from '../db/schema.ts';
import { signInAgain } from '../http/caller.ts';
import { findJob, type OwnJob } from '../jobs/delete-job.ts';
import { unfinished } from '../jobs/status.ts';

/** Devices that are told of one job; the one that asked first makes way. */
const mostDevices = 10;

/** How often a push service is tried. */
const mostTries = 2;

/** Milliseconds for which a request belongs to the process that took it: longer than a push service may take. */
const claimTime = 60_000;

/** Milliseconds until a second try, where the push service does not say. */
const usualDelay = 30_000;
const longestDelay = 60 * 60_000;

/** Milliseconds for which a request is kept whose job does not end: with the hour until housekeeping's next turn, two days. */
const longestKept = 47 * 60 * 60_000;

interface RequestParts {
  db: Database;
  clock: () => number;
}

/** A device, as its browser describes it. */
export type Device = Pick<PushRequestsTable, 'endpoint' | 'p256dh' | 'auth' | 'session' | 'language'>;

/** What is sent next: to which device, and of which job. */
export type DuePush = Selectable<PushRequestsTable> &
  Pick<Selectable<JobsTable>, 'train_id' | 'status' | 'user_id'>;

/**
 * Has a device told of the end of one running job, for which alone the user asked: what comes later may be on somebody
 * else's screen by then, and the permission is there, so that asking again is one tap. Of a job that is over, nothing is
 * sent: coins bound how many messages a user can have sent. What another account had asked for at the same endpoint goes,
 * for the browser is the caller's now. Refuses with 1003 for another user's job.
 */
export async function addPushRequest(
  { db, clock }: RequestParts,
  own: OwnJob,
  device: Device,
): Promise<void> {
  const time = new Date(clock());
  await db.query.transaction().execute(async tx => {
    // The end of a job takes the same lock: it comes before, or sees the request.
    await lockUser(tx, own.userId);
    const { generate_id, status } = await findJob(tx, own);
    const session = await tx
      .selectFrom('tokens')
      .select('hash')
      .where('hash', '=', device.session)
      .executeTakeFirst();
    // Another process may have ended it just now.
    if (!session) throw signInAgain();
    const ownJobs = tx.selectFrom('jobs').select('generate_id').where('user_id', '=', own.userId);
    await tx
      .deleteFrom('push_requests')
      .where('endpoint', '=', device.endpoint)
      .where('generate_id', 'not in', ownJobs)
      .execute();
    if (!unfinished.includes(status)) return;
    const row = { ...device, create_time: time, due_time: time };
    await tx
      .insertInto('push_requests')
      .values({ ...row, generate_id })
      .onConflict(conflict => conflict.columns(['generate_id', 'endpoint']).doUpdateSet(row))
      .execute();
    const ofJob = tx.selectFrom('push_requests').select('endpoint').where('generate_id', '=', generate_id);
    await tx
      .deleteFrom('push_requests')
      .where('generate_id', '=', generate_id)
      .where('endpoint', 'in', ofJob.orderBy('create_time', 'desc').orderBy('endpoint').offset(mostDevices))
      .execute();
  });
}

/** Takes the next one whose job is over, users in turn; null when there is none. It comes again later unless it is removed. */
export async function takeDuePush({ db, clock }: RequestParts): Promise<DuePush | null> {
  const now = new Date(clock());
  for (;;) {
    const next = await db.query
      .selectFrom('push_requests')
      .innerJoin('jobs', 'jobs.generate_id', 'push_requests.generate_id')
      .selectAll('push_requests')
      .select(['jobs.train_id', 'jobs.status', 'jobs.user_id'])
      .where('jobs.end_time', 'is not', null)
      .where('due_time', '<=', now)
      .orderBy(sql`row_number() OVER (PARTITION BY jobs.user_id ORDER BY due_time)`)
      .orderBy('due_time')
      .limit(1)
      .executeTakeFirst();
    if (!next) return null;
    const taken = await db.query
      .updateTable('push_requests')
      .set({ tries: next.tries + 1, due_time: new Date(now.getTime() + claimTime) })
      .where('generate_id', '=', next.generate_id)
      .where('endpoint', '=', next.endpoint)
      .where('due_time', '=', next.due_time)
      .where('tries', '=', next.tries)
      .executeTakeFirst();
    if (taken.numUpdatedRows > 0n) return { ...next, tries: next.tries + 1 };
  }
}

/** Has it tried once more, after as long as the push service wants; what was tried often enough is given up. */
export async function putBackPush(
  parts: RequestParts,
  push: DuePush,
  retryAfter: number | null,
): Promise<void> {
  if (push.tries >= mostTries) return removePush(parts, push);
  const delay = Math.min(Math.max(retryAfter ?? usualDelay, usualDelay), longestDelay);
  await parts.db.query
    .updateTable('push_requests')
    .set({ due_time: new Date(parts.clock() + delay) })
    .where('generate_id', '=', push.generate_id)
    .where('endpoint', '=', push.endpoint)
    .execute();
}

/** Removes one that was sent. */
export async function removePush({ db }: Pick<RequestParts, 'db'>, push: DuePush): Promise<void> {
  await db.query
    .deleteFrom('push_requests')
    .where('generate_id', '=', push.generate_id)
    .where('endpoint', '=', push.endpoint)
    .execute();
}

/** Removes all that is kept of a device which is there no more. */
export async function removeDevice({ db }: Pick<RequestParts, 'db'>, endpoint: string): Promise<void> {
  await db.query.deleteFrom('push_requests').where('endpoint', '=', endpoint).execute();
}

/** Removes those whose job does not end, and those that nobody sends any more. */
export async function removeOldPushRequests({ db, clock }: RequestParts): Promise<void> {
  await db.query
    .deleteFrom('push_requests')
    .where('create_time', '<', new Date(clock() - longestKept))
    .execute();
}
