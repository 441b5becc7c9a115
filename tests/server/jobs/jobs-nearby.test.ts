import { afterAll, beforeAll, expect, test } from 'vitest';
import { JobsNearby } from '../../../server/jobs/job-queue.ts';
import { thisMachine } from '../../../server/jobs/this-machine.ts';
import { openTestBackend, signIn, type TestBackend } from '../support/backend.ts';
import { holdWork } from '../support/hold-work.ts';
import { createJob } from '../support/jobs.ts';
import { waitFor } from '../support/wait-for.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await openTestBackend();
});

afterAll(() => backend.close());

/** What somebody sees who looks for the first time. */
const look = (onError = (error: unknown) => expect.fail(String(error))) =>
  new JobsNearby({ ...backend.services, onError }).isBusy();

test('a machine is busy while a process on it works on a job, and no longer than its lease', async () => {
  const { query } = backend.services.db;
  expect(await look()).toBe(false);
  const letGo = holdWork(backend.generator);
  await createJob(await signIn(backend, 'Ann'));
  await waitFor('the work to begin', () => backend.generator.calls.generate === 1);
  const { isBusy } = backend.services.queue;
  expect([await look(), await isBusy()]).toEqual([true, true]);

  await query.updateTable('jobs').set({ machine: 'another' }).execute();
  expect(await look()).toBe(false);
  await query.updateTable('jobs').set({ machine: thisMachine }).execute();
  backend.clock.ahead = 60 * 60_000;
  expect(await look()).toBe(false);
  backend.clock.ahead = 0;
  letGo();
  await waitFor('the end of the work', async () => !(await look()) && !(await isBusy()));
});

test('a database that does not respond is told, and counts as a machine without work', async () => {
  const { db } = backend.services;
  const problems: unknown[] = [];
  const broken = { ...db, query: db.query.withSchema('away') };
  const nearby = new JobsNearby({ ...backend.services, db: broken, onError: error => problems.push(error) });
  expect(await nearby.isBusy()).toBe(false);
  expect(problems.map(String)).toEqual([expect.stringContaining('"away.jobs"')]);
});
