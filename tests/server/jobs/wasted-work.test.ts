import { afterAll, beforeAll, expect, test } from 'vitest';
import { addToDay, countOfDay } from '../../../server/accounts/day-counts.ts';
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
  const { query } = backend.services.db;
  await addToDay(query, 'wasted-jobs', user_id, { time: new Date(), more: 38 });
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

test('jobs that fail count too, and who deletes the account with a job begun, and comes back, has used that day', async () => {
  const { generator } = backend;
  const { query } = backend.services.db;
  let quin = await signIn(backend, 'Quin');
  const count = async () => {
    const { user_id } = (await quin.get('getUserInfo')).data;
    return countOfDay(query, 'wasted-jobs', user_id, new Date());
  };
  generator.beforeReturn = () => Promise.reject(new Error('out of order'));
  const { data } = await createJob(quin);
  await waitForStatus(quin, data.train_and_generate_info, 6);
  expect(await count()).toBe(1);

  const work: { finish?: () => void } = {};
  generator.beforeReturn = () =>
    new Promise(resolve => {
      work.finish = resolve;
    });
  await createJob(quin);
  await waitFor('the generator at work', () => work.finish !== undefined);
  await quin.post('deleteAccount');
  work.finish?.();
  generator.beforeReturn = async () => {};
  quin = await signIn(backend, 'Quin');
  expect(await count()).toBe(2);
});

test('a redo that is deleted, again and again, and all pics that are deleted, count as well', async () => {
  const { generator } = backend;
  const rae = await signIn(backend, 'Rae');
  const { user_id } = (await rae.get('getUserInfo')).data;
  const { query } = backend.services.db;
  const count = () => countOfDay(query, 'wasted-jobs', user_id, new Date());
  const { data } = await createJob(rae);
  const { train_id, generate_id } = await waitForStatus(rae, data.train_and_generate_info, 5);
  const work: { finish?: (() => void) | undefined } = {};
  generator.beforeReturn = () =>
    new Promise(resolve => {
      work.finish = resolve;
    });
  for (const end of ['deleteTrainAndGenerate', 'deleteAllPics'] as const) {
    const redo = await rae.post('redoJob', { train_id, generate_id, reason: 'not-like-me' });
    await waitFor('the generator at work', () => work.finish !== undefined);
    const made = redo.data.train_and_generate_info;
    const one = { train_id: made.train_id, generate_id: made.generate_id };
    await (end === 'deleteAllPics' ? rae.post(end) : rae.post(end, one));
    work.finish?.();
    work.finish = undefined;
  }
  generator.beforeReturn = async () => {};
  expect(await count()).toBe(2);
});

test('who deletes the account with finished pics, and comes back, has used nothing of that day', async () => {
  let sue = await signIn(backend, 'Sue');
  const { data } = await createJob(sue);
  const { generate_id } = await waitForStatus(sue, data.train_and_generate_info, 5);
  // As after a process that died over it: what began once more, and ended, is one less than what began.
  const { query } = backend.services.db;
  await query.updateTable('jobs').set({ attempts: 1 }).where('generate_id', '=', generate_id).execute();
  await sue.post('deleteAccount');
  sue = await signIn(backend, 'Sue');
  const { user_id } = (await sue.get('getUserInfo')).data;
  expect(await countOfDay(query, 'wasted-jobs', user_id, new Date())).toBe(0);
});
