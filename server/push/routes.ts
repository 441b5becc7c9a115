import { ECDH } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { hashOf } from '../accounts/sessions.ts';
import { lockUser } from '../accounts/user.ts';
import { type DbAndClock, deleteOld } from '../db/database.ts';
import type { PushRequestsTable, Stored } from '../db/schema.ts';
import { wrongParameter } from '../http/api-error.ts';
import { callerOf, signInAgain, tokenOf } from '../http/caller.ts';
import { bounds } from '../http/limits/limiters.ts';
import { originOf } from '../http/origin.ts';
import { serveCall } from '../http/serve-call.ts';
import { findJob, type OwnJob } from '../jobs/own-jobs.ts';
import { unfinished } from '../jobs/status.ts';
import { languageOf } from '../languages/languages.ts';
import type { VapidKeys } from './check-vapid-keys.ts';

interface PushParts extends DbAndClock {
  vapid: VapidKeys;
}

export async function pushRoutes(app: FastifyInstance, parts: PushParts): Promise<void> {
  serveCall(app, 'getPushKey', async () => ({ key: parts.vapid.publicKey }));

  serveCall(app, 'subscribePush', async request => {
    const { train_id: trainId, generate_id, endpoint, keys } = request.body;
    if (!isPushAddress(endpoint, new URL(originOf(request)).hostname))
      throw wrongParameter('endpoint', 'parameter.push-address');
    if (!isPoint(keys.p256dh)) throw wrongParameter('keys.p256dh', 'parameter.push-key');
    if (bytesOf(keys.auth)?.length !== 16) throw wrongParameter('keys.auth', 'parameter.push-key');
    const own = { userId: callerOf(request), trainId, generateId: generate_id || null };
    await addPushRequest(parts, own, {
      endpoint,
      ...keys,
      session: hashOf(tokenOf(request) ?? ''),
      language: languageOf(request.headers['user-language']),
    });
    return null;
  });
}

function bytesOf(text: string): Buffer | null {
  return /^[\w-]+$/.test(text) ? Buffer.from(text, 'base64url') : null;
}

function isPoint(text: string): boolean {
  const bytes = bytesOf(text);
  if (bytes?.length !== 65) return false;
  try {
    ECDH.convertKey(bytes, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

const mostTries = 2;

/** Milliseconds for which a message is reserved for the process that sends it. Longer than a push service may take. */
const sendingTime = 60_000;

/** Delay (ms) before the next attempt, unless the push service requests a longer one, up to `longestDelay`. */
const usualDelay = 30_000;
const longestDelay = 60 * 60_000;

/** Requests are deleted after this long (ms), plus up to an hour: within two days in all. */
const longestKept = 47 * 60 * 60_000;

type Device = Pick<PushRequestsTable, 'endpoint' | 'p256dh' | 'auth' | 'session' | 'language'>;

export type DuePush = Stored<'push_requests'> & Pick<Stored<'jobs'>, 'train_id' | 'status' | 'user_id'>;

/**
 * Saves a device's request for a message when this job ends. The request covers only this job, because another user may
 * own the device later. Saves nothing if the job has already ended, so that the price of jobs limits the number of
 * messages. Deletes other accounts' requests for the same endpoint, because the browser now belongs to the caller.
 * Throws 1003 if the job is another user's.
 */
async function addPushRequest({ db, clock }: DbAndClock, own: OwnJob, device: Device): Promise<void> {
  const time = new Date(clock());
  await db.query.transaction().execute(async tx => {
    // The end of a job takes this lock too. So the job either has ended by now, or will find this request when it ends.
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

/** Reserves the next due message, taking users in turn. It becomes due again unless it is removed. */
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

/** Schedules another attempt after the push service's delay. Removes the message after the last one. */
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

export async function removeDevice({ db }: Pick<DbAndClock, 'db'>, endpoint: string): Promise<void> {
  await db.query.deleteFrom('push_requests').where('endpoint', '=', endpoint).execute();
}

/** Deletes requests that are too old: for jobs that never ended, and for messages that could not be sent. */
export async function removeOldPushRequests({ db, clock }: DbAndClock): Promise<void> {
  await deleteOld(db.query, 'push_requests', sql`create_time < ${new Date(clock() - longestKept)}`);
}

const ownNames =
  /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|private|test|invalid|onion|arpa)$/;

/** https, default port, a public name that is not `ownHost`. IP addresses are checked when sending. */
export function isPushAddress(text: string, ownHost: string | null): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password, hash, href } = new URL(text);
  // Accept only normalized addresses, because stored addresses are compared as strings.
  if (href !== text || protocol !== 'https:' || port || username || password || hash) return false;
  const isName = isIP(hostname) === 0 && /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(hostname);
  return isName && !ownNames.test(hostname) && hostname !== ownHost;
}
