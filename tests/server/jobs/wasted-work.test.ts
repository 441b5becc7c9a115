import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBackend, signIn, type TestBackend } from '../support/backend.ts';
import { createJob, ledgerOf, waitForStatus } from '../support/jobs.ts';
import { waitFor } from '../support/wait-for.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await openTestBackend();
});

afterAll(() => backend.close());

test('jobs that are begun and deleted, again and again, end at forty a day; the coins are all there', async () => {
  const { generator, clock } = backend;
  const pat = await signIn(backend, 'Pat');
  const work: { finish?: (() => void) | undefined } = {};
  generator.beforeReturn = () =>
    new Promise(resolve => {
      work.finish = resolve;
    });
  const { user_id } = (await pat.get('getUserInfo')).data;
  const day = new Date(Date.now()).toISOString().slice(0, 10);
  const { query } = backend.services.db;
  await query.insertInto('wasted_jobs').values({ user_id, day, count: 38 }).execute();
  for (let count = 0; count < 2; count++) {
    const { data } = await createJob(pat);
    await waitFor('the generator at work', () => work.finish !== undefined);
    const { train_id, generate_id } = data.train_and_generate_info;
    await pat.post('deleteTrainAndGenerate', { train_id, generate_id });
    work.finish?.();
    work.finish = undefined;
  }

  const refused = await createJob(pat);
  expect([refused.status, refused.code]).toEqual([429, 1005]);
  expect(refused.message).toBe("Too many of today's jobs ended without pictures. Come back tomorrow.");
  expect((await ledgerOf(pat)).map(({ change }) => change)).toEqual([50, -20, 20, -20, 20]);
  generator.beforeReturn = async () => {};
  clock.ahead = 24 * 60 * 60_000;
  const made = await createJob(pat);
  await waitForStatus(pat, made.data.train_and_generate_info, 5);
  clock.ahead = 0;
});
