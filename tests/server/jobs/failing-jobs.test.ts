import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { openLocalGenerator } from '../../../server/generator/local/local-generator.ts';
import type { JobContext } from '../../../server/jobs/job-context.ts';
import { jobStatus, unfinished } from '../../../server/jobs/status.ts';
import { keepLease } from '../../../server/jobs/tries.ts';
import { signIn } from '../support/backend.ts';
import {
  changesOf,
  coinsOf,
  deleteJob,
  finishJob,
  ledgerOf,
  lookAt,
  startJob,
  userIdOf,
  waitForStatus,
} from '../support/jobs.ts';
import { keysBelow } from '../support/keys-below.ts';
import { pauseWork } from '../support/pause-work.ts';
import { sharedBackend } from '../support/shared-backend.ts';
import { waitFor } from '../support/wait-for.ts';

const minute = 60_000;
const backend = sharedBackend({ JOB_LEASE: '3', LOG_LEVEL: 'error' });

afterEach(() => {
  const { generator } = backend;
  generator.problems = [];
  generator.calls = { inspect: 0, generate: 0 };
  generator.seeds = [];
  generator.beforeReturn = async () => {};
});

test('a job with refused photos fails with the reasons, and its coins are returned', async () => {
  backend.generator.problems = ['no_face', 'dark'];
  const ann = await signIn(backend, 'Ann');
  const job = await finishJob(ann, 3);

  expect(job.refuse_reasons).toEqual([{ index: 0, problems: ['no_face'] }]);
  expect(job.expect_minutes).toBe(0);
  const ledger = await ledgerOf(ann);
  expect(ledger.map(({ change }) => change)).toEqual([50, -20, 20]);
  expect((await ann.get('getPersonalPics')).data.list).toEqual([]);
});

test('a job is refused if its photo is erased before the pics are made, and its coins are returned', async () => {
  const { generator } = backend;
  const ned = await signIn(backend, 'Ned');
  const erase = async () => {
    const [photo] = (await ned.get('getPhotos')).data.list;
    await ned.post('deletePhoto', { id: photo!.id });
  };
  const work = pauseWork(backend.generator);
  await startJob(await signIn(backend, 'Olive'));
  await work.begun();
  const waiting = await startJob(ned);
  await erase();
  work.release();
  const refused = [{ index: 0, problems: ['erased'] }];
  const first = await waitForStatus(ned, waiting, 3);
  expect(first.refuse_reasons).toEqual(refused);

  const { inspect } = generator;
  generator.inspect = async photos => {
    await erase();
    return inspect(photos);
  };
  const second = await finishJob(ned, 3);
  generator.inspect = inspect;
  expect(second.refuse_reasons).toEqual(refused);
  expect(await changesOf(ned)).toEqual([50, -20, 20, -20, 20]);
});

test('if the generator fails once, the job is retried with the same seed', async () => {
  let failures = 0;
  backend.generator.beforeReturn = async () => {
    failures += 1;
    if (failures === 1) throw new Error('out of paint');
  };
  const bob = await signIn(backend, 'Bob');
  await finishJob(bob);

  const [first, second, ...others] = backend.generator.seeds;
  expect(second).toBe(first);
  expect(others).toEqual([]);
  expect(await coinsOf(bob)).toBe(30);
});

test('if the generator fails twice, the job fails and its coins are returned only once', async () => {
  backend.generator.beforeReturn = async () => {
    throw new Error('out of paint');
  };
  const cat = await signIn(backend, 'Cat');
  await finishJob(cat, 6);

  expect(backend.generator.calls.generate).toBe(2);
  const reasons = (await ledgerOf(cat)).map(({ reason }) => reason);
  expect(reasons).toEqual(['Welcome gift', 'A set of pictures', 'Returned: no pictures were made']);
});

test.each([
  ['read photos', 'get'],
  ['write pics', 'put'],
] as const)(
  'if the store cannot %s, the job is retried for an hour, then fails and returns its coins',
  async (when, method) => {
    const { store } = backend.services;
    const usual = store[method];
    let attempts = 0;
    const broken = async () => {
      attempts += 1;
      throw new Error('the disk is full');
    };
    const [gus, fay] = [await signIn(backend, `Gus ${when}`), await signIn(backend, `Fay ${when}`)];
    const work = pauseWork(backend.generator);
    // The job waits in the queue until the store fails.
    const running = await startJob(gus);
    await work.begun();
    const job = await startJob(fay);
    Object.assign(store, { [method]: broken });
    await deleteJob(gus, running);
    work.release();

    await waitFor('the second attempt', () => attempts > 1);
    backend.clock.ahead = 59 * minute;
    const before = attempts;
    await waitFor('another attempt', () => attempts > before + 1);
    expect([1, 2, 4]).toContain((await lookAt(fay, job)).status);
    expect(await coinsOf(fay)).toBe(30);

    backend.clock.ahead = 61 * minute;
    await waitForStatus(fay, job, 6);
    backend.clock.ahead = 0;
    Object.assign(store, { [method]: usual });
    expect(await changesOf(fay)).toEqual([50, -20, 20]);
  },
);

test('deleting a running job stops its work and returns its coins', async () => {
  let stopped = false;
  backend.generator.beforeReturn = signal =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        stopped = true;
        reject(signal.reason);
      });
    });
  const dan = await signIn(backend, 'Dan');
  const job = await finishJob(dan, 4);
  await waitFor('the work to begin', () => backend.generator.calls.generate === 1);

  const { train_id, generate_id } = job;
  expect(await dan.post('deleteTrainAndGenerate', { train_id, generate_id })).toMatchObject({ code: 0 });
  await waitFor('the work to stop', () => stopped);
  expect(await coinsOf(dan)).toBe(50);
  expect(await dan.get('getTrainAndGenerateResultById', { train_id })).toMatchObject({ code: 1003 });
});

test('jobs run one after another and report progress', async () => {
  const work = pauseWork(backend.generator);
  const eve = await signIn(backend, 'Eve');
  const first = await startJob(eve);
  const second = await startJob(eve);

  await waitFor('progress', async () => (await lookAt(eve, first)).progress === 50);
  expect((await lookAt(eve, second)).status).toBe(1);
  work.release();
  await waitForStatus(eve, first, 5);
  await waitForStatus(eve, second, 5);
});

test('if the generator hangs, the job fails after the deadline, its coins are returned, and the next job runs', async () => {
  const hang = () => new Worker('for (;;);', { eval: true });
  const local = await openLocalGenerator({ deadline: 500, stopsWithin: 100 }, hang);
  const { generate } = backend.generator;
  backend.generator.generate = local.generate;
  const hanna = await signIn(backend, 'Hanna');
  await finishJob(hanna, 6);
  expect(await changesOf(hanna)).toEqual([50, -20, 20]);

  backend.generator.generate = generate;
  await local.close();
  await finishJob(hanna);
  expect(await changesOf(hanna)).toEqual([50, -20, 20, -20]);
});

test('progress never goes back, its last value is saved, and nothing is saved after the lease ends', async () => {
  const { db, clock } = backend.services;
  const work = pauseWork(backend.generator);
  const lea = await signIn(backend, 'Lea');
  await startJob(lea);
  // This job waits behind the first job.
  const job = await startJob(lea);
  const context = { db, clock, leaseTime: 60_000 } as JobContext;
  const lease = await keepLease(context, job.generate_id, new AbortController().signal);

  for (const percent of [30, 50, 20]) lease!.report(percent);
  await waitFor('the progress', async () => (await lookAt(lea, job)).progress === 50);
  for (const percent of [60, 70]) lease!.report(percent);
  await waitFor('the last report of the second', async () => (await lookAt(lea, job)).progress === 70);
  await lease!.release();
  lease!.report(90);
  await waitFor('the lease to notice its end', () => lease!.signal.aborted);
  work.release();
  await waitForStatus(lea, job, 5);
});

test('if a finished job’s queue message cannot be removed, the error is logged and the next job still runs', async () => {
  const { query } = backend.services.db;
  const ann = await signIn(backend, 'Queenie');
  backend.generator.beforeReturn = async () =>
    void (await sql`ALTER SCHEMA pgboss RENAME TO away`.execute(query));
  const first = await startJob(ann);
  await waitFor('a line in the log', () => backend.logged.some(line => line.includes('pgboss.job')));
  backend.generator.beforeReturn = async () => {};
  await sql`ALTER SCHEMA away RENAME TO pgboss`.execute(query);

  await waitForStatus(ann, first, 5);
  await finishJob(ann);
});

async function endElsewhere(): Promise<void> {
  const { clock, db } = backend.services;
  const ended = { status: jobStatus.generateFail, end_time: new Date(clock()) };
  await db.query.updateTable('jobs').set(ended).where('status', 'in', unfinished).execute();
}

test('if another process ends a job while this process refuses it, its coins are not returned twice', async () => {
  const { generator, services } = backend;
  const bob = await signIn(backend, 'Quentin');
  generator.problems = ['no_face'];
  const usual = generator.inspect;
  generator.inspect = async (...photos) => {
    await endElsewhere();
    return usual(...photos);
  };

  const { generate_id } = await startJob(bob);
  await waitFor('the end of the work', async () => {
    const [job] = await services.db.query
      .selectFrom('jobs')
      .select('lease_until')
      .where('generate_id', '=', generate_id)
      .where('status', '=', jobStatus.generateFail)
      .execute();
    return job !== undefined && job.lease_until === null;
  });
  generator.inspect = usual;
  generator.problems = [];
  expect(await coinsOf(bob)).toBe(30);
});

test('a pic that is finished after another process ended its job is removed at once', async () => {
  const { generator, services } = backend;
  const cat = await signIn(backend, 'Quiana');
  const folder = `pics/${await userIdOf(cat)}/`;
  const stored = () => keysBelow(services.store, folder);
  let hasGone = false;
  generator.beforePic = async number => {
    if (number === 2) {
      await waitFor('the first pic', async () => (await stored()).length > 0);
      await endElsewhere();
    }
    if (number !== 3) return;
    await waitFor('both to be removed', async () => (await stored()).length === 0);
    hasGone = true;
  };

  await startJob(cat);

  await waitFor('the third pic', () => hasGone);
  generator.beforePic = null;
});
