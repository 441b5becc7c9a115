import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBackend, signIn, type TestBackend } from '../support/backend.ts';
import { coinsOf, createJob, ledgerOf, waitForStatus } from '../support/jobs.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await openTestBackend();
});

afterAll(() => backend.close());

test('all pics deleted while a job runs: its coins come back once, those of a finished one do not, and no pic is left', async () => {
  const ann = await signIn(backend, 'Ann');
  const { user_id } = (await ann.get('getUserInfo')).data;
  const finished = await createJob(ann);
  await waitForStatus(ann, finished.data.train_and_generate_info, 5);
  let finish = () => {};
  backend.generator.beforeReturn = () => new Promise(resolve => (finish = resolve));
  const running = await createJob(ann);
  await waitForStatus(ann, running.data.train_and_generate_info, 4);
  expect(await coinsOf(ann)).toBe(10);

  expect((await ann.post('deleteAllPics')).code).toBe(0);
  expect((await ann.post('deleteAllPics')).code).toBe(0);
  finish();
  backend.generator.beforeReturn = async () => {};

  // The next job begins only when the deleted one has been put away.
  const ben = await signIn(backend, 'Ben');
  await waitForStatus(ben, (await createJob(ben)).data.train_and_generate_info, 5);
  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, -20, -20, 20]);
  expect((await ann.get('getTrainAndGenerateResultList')).data.list).toEqual([]);
  expect(await backend.services.store.deletePrefix(`pics/${user_id}/`)).toBe(0);
});
