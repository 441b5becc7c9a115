import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdLease } from '../../../server/jobs/hold-lease.ts';
import type { JobContext } from '../../../server/jobs/job-context.ts';
import { openTestBackend, signIn, type TestBackend } from '../support/backend.ts';
import { holdWork } from '../support/hold-work.ts';
import { createJob, lookAt } from '../support/jobs.ts';
import { waitFor } from '../support/wait-for.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await openTestBackend();
});

afterAll(() => backend.close());

test('writes progress once a second, the last report too, and never less than before', async () => {
  const { db, clock } = backend.services;
  holdWork(backend.generator);
  const ann = await signIn(backend, 'Ann');
  await createJob(ann);
  // It waits behind the first.
  const job = (await createJob(ann)).data.train_and_generate_info;
  let statements = 0;
  const count: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const context = { db: { ...db, query: db.query.withPlugin(count) }, clock, leaseTime: 60_000 };
  const lease = await holdLease(context as JobContext, job.generate_id, new AbortController().signal);
  statements = 0;

  for (const percent of [30, 50, 20]) lease!.report(percent);
  await waitFor('the progress', async () => (await lookAt(ann, job)).progress === 50);
  for (const percent of [60, 70]) lease!.report(percent);
  await waitFor('the last report of the second', async () => (await lookAt(ann, job)).progress === 70);
  await lease!.release();
  expect(statements).toBe(3);

  // A report after the release must not take the job back.
  lease!.report(90);
  await waitFor('the lease to notice its end', () => lease!.signal.aborted);
});
