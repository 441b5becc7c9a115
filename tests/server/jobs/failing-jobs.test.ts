import { afterEach, expect, test } from 'vitest';
import { type JobContext, keepLease } from '../../../server/jobs/job-context.ts';
import { jobStatus, unfinished } from '../../../server/jobs/status.ts';
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
  generator.seeds = [];
  generator.beforeReturn = async () => {};
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

test('a failed job is retried once with the same seed; if it fails again, its coins are returned once', async () => {
  const { generator } = backend;
  const bob = await signIn(backend, 'Bob');
  generator.beforeReturn = async () => {
    if (generator.seeds.length === 1) throw new Error('out of paint');
  };
  await finishJob(bob);
  const [first, ...others] = generator.seeds;
  expect(others).toEqual([first]);
  expect(await coinsOf(bob)).toBe(30);

  generator.seeds = [];
  generator.beforeReturn = () => Promise.reject(new Error('out of paint'));
  await finishJob(bob, 6);
  expect(generator.seeds).toHaveLength(2);
  const reasons = (await ledgerOf(bob)).slice(-2).map(({ reason }) => reason);
  expect(reasons).toEqual(['A set of pictures', 'Returned: no pictures were made']);
  expect(await coinsOf(bob)).toBe(30);
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
    // This job blocks the queue, so the next job starts only after the store fails.
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

test('a job’s progress never decreases, and its last value is saved unless the lease has ended', async () => {
  const { db, clock } = backend.services;
  const work = pauseWork(backend.generator);
  const lea = await signIn(backend, 'Lea');
  await startJob(lea);
  // This job waits behind the first job, so the test can take its lease.
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

async function endElsewhere(): Promise<void> {
  const { clock, db } = backend.services;
  const ended = { status: jobStatus.generateFail, end_time: new Date(clock()) };
  await db.query.updateTable('jobs').set(ended).where('status', 'in', unfinished).execute();
}

test('coins are not returned twice if another process ends a job while this process refuses it', async () => {
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
