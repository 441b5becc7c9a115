import { isIP } from 'node:net';
import { sql } from 'kysely';
import { lockUser } from '../accounts/user.ts';
import type { DbAndClock } from '../db/database.ts';
import type { PushRequestsTable, Stored } from '../db/schema.ts';
import { signInAgain } from '../http/caller.ts';
import { bounds } from '../http/limits/bounds.ts';
import { findJob, type OwnJob } from '../jobs/delete-job.ts';
import { unfinished } from '../jobs/status.ts';

const mostTries = 2;

/** Milliseconds for which one process owns a message: longer than a push service may take. */
const sendingTime = 60_000;

/** Milliseconds before the second attempt if the push service gives none. */
const usualDelay = 30_000;
const longestDelay = 60 * 60_000;

/** Milliseconds for jobs that do not end: two days, with the hour until housekeeping's next run. */
const longestKept = 47 * 60 * 60_000;

export type Device = Pick<PushRequestsTable, 'endpoint' | 'p256dh' | 'auth' | 'session' | 'language'>;

export type DuePush = Stored<'push_requests'> & Pick<Stored<'jobs'>, 'train_id' | 'status' | 'user_id'>;

/**
 * Saves that a device wants a message when this job ends. For one job only: another user may hold the device later, and
 * asking again is one tap. Nothing is sent for a finished job, so coins limit a user's messages. Deletes requests of
 * other accounts with the same endpoint: the browser is the caller's now. Throws 1003 for another user's job.
 */
export async function addPushRequest({ db, clock }: DbAndClock, own: OwnJob, device: Device): Promise<void> {
  const time = new Date(clock());
  await db.query.transaction().execute(async tx => {
    // Ending a job takes the same lock: the job ended before, or its end sees this request.
    await lockUser(tx, own.userId);
    const { generate_id, status } = await findJob(tx, own);
    const session = await tx
      .selectFrom('tokens')
      .select('hash')
      .where('hash', '=', device.session)
      .executeTakeFirst();
    // Another process may have just ended the session.
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
      .where(
        'endpoint',
        'in',
        ofJob.orderBy('create_time', 'desc').orderBy('endpoint').offset(bounds.devicesOfJob.ofOne),
      )
      .execute();
  });
}

/** Takes the next due message, users in turn; null if there is none. Unless removed, it is due again later. */
export async function takeDuePush({ db, clock }: DbAndClock): Promise<DuePush | null> {
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
      .set({ tries: next.tries + 1, due_time: new Date(now.getTime() + sendingTime) })
      .where('generate_id', '=', next.generate_id)
      .where('endpoint', '=', next.endpoint)
      .where('due_time', '=', next.due_time)
      .where('tries', '=', next.tries)
      .executeTakeFirst();
    if (taken.numUpdatedRows > 0n) return { ...next, tries: next.tries + 1 };
  }
}

/** Schedules one more attempt, after the push service's delay; removes a message that had all its attempts. */
export async function putBackPush(
  parts: DbAndClock,
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

export async function removePush({ db }: Pick<DbAndClock, 'db'>, push: DuePush): Promise<void> {
  await db.query
    .deleteFrom('push_requests')
    .where('generate_id', '=', push.generate_id)
    .where('endpoint', '=', push.endpoint)
    .execute();
}

/** Deletes all requests of a device that no longer exists. */
export async function removeDevice({ db }: Pick<DbAndClock, 'db'>, endpoint: string): Promise<void> {
  await db.query.deleteFrom('push_requests').where('endpoint', '=', endpoint).execute();
}

/** Deletes requests whose job does not end, and those no longer sent. */
export async function removeOldPushRequests({ db, clock }: DbAndClock): Promise<void> {
  await db.query
    .deleteFrom('push_requests')
    .where('create_time', '<', new Date(clock() - longestKept))
    .execute();
}

const ownNames =
  /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|private|test|invalid|onion|arpa)$/;

/**
 * True for the address of a push service as a browser gives it: https, default port, a public host name other than
 * `ownHost`. The host's IP address is checked at each send.
 */
export function isPushAddress(text: string, ownHost: string | null): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password, hash, href } = new URL(text);
  // Only normalized addresses: they are stored and compared as strings.
  if (href !== text || protocol !== 'https:' || port || username || password || hash) return false;
  const isName = isIP(hostname) === 0 && /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(hostname);
  return isName && !ownNames.test(hostname) && hostname !== ownHost;
}
