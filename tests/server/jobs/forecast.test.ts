import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBackend, signIn, type TestBackend } from '../support/backend.ts';
import { holdWork } from '../support/hold-work.ts';
import { createJob, lookAt, waitForStatus } from '../support/jobs.ts';
import { waitFor } from '../support/wait-for.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await openTestBackend({ GENERATE_COST: '0' });
});

afterAll(() => backend.close());

test('the expected minutes follow what the last jobs took, the place in the queue and the progress', async () => {
  const ann = await signIn(backend, 'Ann');
  const create = async () => (await createJob(ann)).data.train_and_generate_info;
  await waitForStatus(ann, await create(), 5);
  const { db } = backend.services;
  await sql`UPDATE jobs SET start_time = end_time - interval '2 minutes'`.execute(db.query);

  const letGo = holdWork(backend.generator);
  const jobs = [await create(), await create(), await create()];
  await waitFor('the first to be half done', async () => (await lookAt(ann, jobs[0]!)).progress === 50);
  await waitFor('a new look at the queue', async () => (await lookAt(ann, jobs[2]!)).expect_minutes === 6);

  const minutes = await Promise.all(jobs.map(async job => (await lookAt(ann, job)).expect_minutes));
  expect(minutes).toEqual([1, 4, 6]);
  const waits = await Promise.all(jobs.map(job => lookAt(ann, job)));
  expect(waits.map(({ expect_seconds }) => expect_seconds)).toEqual([60, 240, 360]);
  expect(waits.map(({ queue_position }) => queue_position)).toEqual([0, 1, 2]);

  letGo();
  await waitForStatus(ann, jobs[2]!, 5);
});
