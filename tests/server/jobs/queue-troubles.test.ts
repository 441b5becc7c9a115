import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobStatus, unfinished } from '../../../server/jobs/status.ts';
import { openTestBackend, signIn, type TestBackend } from '../support/backend.ts';
import { holdWork } from '../support/hold-work.ts';
import { coinsOf, createJob, waitForStatus } from '../support/jobs.ts';
import { keysBelow } from '../support/keys-below.ts';
import { waitFor } from '../support/wait-for.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await openTestBackend({ METRICS: '1', LOG_LEVEL: 'error' });
});

afterAll(() => backend.close());

test('work that cannot be acknowledged is in the log, and the next job is done all the same', async () => {
  const { query } = backend.services.db;
  const ann = await signIn(backend, 'Ann');
  backend.generator.beforeReturn = async () =>
    void (await sql`ALTER SCHEMA pgboss RENAME TO away`.execute(query));
  const first = await createJob(ann);
  await waitFor('a line in the log', () => backend.logged.some(line => line.includes('pgboss.job')));
  backend.generator.beforeReturn = async () => {};
  await sql`ALTER SCHEMA away RENAME TO pgboss`.execute(query);

  await waitForStatus(ann, first.data.train_and_generate_info, 5);
  await waitForStatus(ann, (await createJob(ann)).data.train_and_generate_info, 5);
});

test('work that stops because its job was deleted is no error', async () => {
  const { generator, services } = backend;
  generator.calls.generate = 0;
  const letGo = holdWork(generator);
  const dan = await signIn(backend, 'Dan');
  const { train_id } = (await createJob(dan)).data.train_and_generate_info;
  await waitFor('the work to begin', () => generator.calls.generate === 1);
  backend.logged.length = 0;

  await dan.post('deleteTrainAndGenerate', { train_id });

  await waitFor('the end of the work', async () => !(await services.queue.isBusy()));
  letGo();
  expect(backend.logged).toEqual([]);
});

/** Ends the job that is worked on as another process would. */
async function endElsewhere(): Promise<void> {
  const { clock, db } = backend.services;
  const ended = { status: jobStatus.generateFail, end_time: new Date(clock()) };
  await db.query.updateTable('jobs').set(ended).where('status', 'in', unfinished).execute();
}

test('a job that another process ended while this one refuses it is neither counted nor paid back here', async () => {
  const { generator, services } = backend;
  const bob = await signIn(backend, 'Bob');
  generator.problems = ['no_face'];
  const usual = generator.inspect;
  generator.inspect = async (...photos) => {
    await endElsewhere();
    return usual(...photos);
  };

  await createJob(bob);
  await waitFor('the end of the work', async () => {
    const [job] = await services.db.query
      .selectFrom('jobs')
      .select(['status', 'lease_until'])
      .where('status', '=', jobStatus.generateFail)
      .execute();
    return job !== undefined && job.lease_until === null;
  });
  generator.inspect = usual;
  generator.problems = [];
  expect(await coinsOf(bob)).toBe(30);
  const { body } = await backend.app.inject('/metrics');
  expect(body).not.toMatch(/^tyy_job_seconds_count\{result="refused"\}/m);
});

test('a pic that is finished after another process ended its job is removed at once', async () => {
  const { generator, services } = backend;
  const cat = await signIn(backend, 'Cat');
  const { user_id } = (await cat.get('getUserInfo')).data;
  const stored = () => keysBelow(services.store, `pics/${user_id}/`);
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

  await createJob(cat);

  await waitFor('the third pic', () => hasGone);
  generator.beforePic = null;
});
