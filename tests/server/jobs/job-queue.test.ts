import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type PgBoss from 'pg-boss';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { thisMachine } from '../../../server/jobs/job-context.ts';
import {
  type JobQueue,
  JobsNearby,
  openJobQueue,
  type RunJob,
  takeMessages,
} from '../../../server/jobs/job-queue.ts';
import { jobStatus } from '../../../server/jobs/status.ts';
import { openTestBackend, signIn } from '../support/backend.ts';
import { createJob } from '../support/jobs.ts';
import { pauseWork } from '../support/pause-work.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { waitFor } from '../support/wait-for.ts';

let dataDir: string;
let place: TestDatabase;
let db: Database;
const queues: JobQueue[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tyy-long-queue-'));
  place = await openTestDatabase(dataDir);
  db = await openDatabase({ dataDir, databaseUrl: place.url || null });
  await sql`INSERT INTO users (user_id, login_type, login_name, nickname, avatar, create_time)
    VALUES ('ann', 'facebook', 'ann', 'Ann', '', now())`.execute(db.query);
});
afterEach(async () => {
  for (const queue of queues.splice(0)) await queue.close();
  await db.close();
  await place.drop();
  await rm(dataDir, { recursive: true });
});

async function open(run: RunJob | null): Promise<JobQueue> {
  const onError = (error: unknown) => expect.unreachable(String(error));
  const requireStore = async () => {};
  const queue = await openJobQueue({ db, clock: Date.now, onError, requireStore, run, leaseTime: 200 });
  queues.push(queue);
  return queue;
}

/** Adds jobs without queue messages, as a killed process leaves them. */
async function insertJobs(ids: string[]): Promise<void> {
  await db.query
    .insertInto('jobs')
    .values(
      ids.map(id => ({
        generate_id: id,
        train_id: `train ${id}`,
        user_id: 'ann',
        template_id: 1,
        style_id: 1,
        photos: [],
        seed: 1,
        held: 0,
        status: jobStatus.toBeAudited,
        create_time: new Date(),
      })),
    )
    .execute();
}

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM pgboss.job
    WHERE state = 'created'`.execute(db.query);
  return rows[0]?.count ?? 0;
}

/** Ends each job at once and records its id; a second message for a job does nothing. */
function endJobs(ended: string[]): RunJob {
  return async id => {
    const found = await db.query
      .updateTable('jobs')
      .set({ status: jobStatus.generateFail })
      .where('generate_id', '=', id)
      .where('status', '=', jobStatus.toBeAudited)
      .returning('generate_id')
      .execute();
    if (found.length > 0) ended.push(id);
  };
}

test('of many jobs without a queue message, the oldest are queued first', async () => {
  const ids = Array.from({ length: 120 }, (_, index) => `job ${index}`);
  await insertJobs(ids);
  const ended: string[] = [];
  let most = 0;

  await open(async (id, signal) => {
    most = Math.max(most, await waiting());
    await endJobs(ended)(id, signal);
  });

  await waitFor('all jobs to end', async () => ended.length >= ids.length);
  expect(ended).toEqual(ids);
  // A sweep queues at most a hundred jobs; the running job is counted too until it has a lease.
  expect(most).toBeLessThanOrEqual(101);
});

test('a job from a killed process runs before jobs that have not started', async () => {
  const queue = await open(null);
  await insertJobs(['left behind', 'second', 'third']);
  for (const id of ['second', 'third']) await db.query.transaction().execute(tx => queue.add(tx, id));
  const ended: string[] = [];

  await open(endJobs(ended));

  await waitFor('all jobs to end', async () => ended.length >= 3);
  expect(ended).toEqual(['left behind', 'second', 'third']);
});

test('a machine counts as busy while one of its processes runs a job, at most until the lease ends', async () => {
  const backend = await openTestBackend();
  const { query } = backend.services.db;
  const onError = (error: unknown) => expect.fail(String(error));
  /** A new instance, because each instance caches its last result. */
  const look = () => new JobsNearby({ ...backend.services, onError }).isBusy();
  expect(await look()).toBe(false);
  const work = pauseWork(backend.generator);
  await createJob(await signIn(backend, 'Ann'));
  await work.begun();
  const { isBusy } = backend.services.queue;
  expect([await look(), await isBusy()]).toEqual([true, true]);

  await query.updateTable('jobs').set({ machine: 'another' }).execute();
  expect(await look()).toBe(false);
  await query.updateTable('jobs').set({ machine: thisMachine }).execute();
  backend.clock.ahead = 60 * 60_000;
  expect(await look()).toBe(false);
  backend.clock.ahead = 0;
  work.release();
  await waitFor('the end of the work', async () => !(await look()) && !(await isBusy()));
  await backend.close();
});

test('a loop reports the time since its last poll, or infinity if it cannot check whether it may poll', async () => {
  let refuse = () => {};
  const errors: unknown[] = [];
  const loop = takeMessages({
    boss: { fetch: async () => [] } as unknown as PgBoss,
    queueName: 'work',
    mayTake: () => new Promise((_, reject) => (refuse = () => reject(new Error('another store')))),
    work: async () => {},
    onError: error => errors.push(error),
  });
  expect(loop.silence()).toBeLessThan(1000);

  refuse();
  await expect.poll(() => loop.silence()).toBe(Number.POSITIVE_INFINITY);
  expect(errors.map(String)).toEqual(['Error: another store']);

  const closed = loop.close();
  refuse();
  await closed;
});
