import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBackend, signIn, type TestBackend, type TestUser } from '../support/backend.ts';
import { createJob, ledgerOf, waitForStatus } from '../support/jobs.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await openTestBackend();
});

afterAll(() => backend.close());

/** Has a user's job worked on, until it is called off; returns the signal that does so. */
async function runJob(user: TestUser): Promise<AbortSignal> {
  const signals: AbortSignal[] = [];
  backend.generator.beforeReturn = signal => {
    signals.push(signal);
    return new Promise(resolve => signal.addEventListener('abort', () => resolve()));
  };
  const { data } = await createJob(user);
  await waitForStatus(user, data.train_and_generate_info, 4);
  await expect.poll(() => signals).toHaveLength(1);
  return signals[0]!;
}

/** Waits until a job of somebody else is done, which begins only when the one before has been put away. */
async function finishAnother(): Promise<void> {
  backend.generator.beforeReturn = async () => {};
  const another = await signIn(backend, 'Another');
  await waitForStatus(another, (await createJob(another)).data.train_and_generate_info, 5);
}

const idOf = async (user: TestUser) => (await user.get('getUserInfo')).data.user_id;

test('all pics deleted while a job runs: its coins come back once, those of a finished one do not, and no pic is left', async () => {
  const ann = await signIn(backend, 'Ann');
  const userId = await idOf(ann);
  const finished = await createJob(ann);
  await waitForStatus(ann, finished.data.train_and_generate_info, 5);
  const signal = await runJob(ann);

  expect((await ann.post('deleteAllPics')).code).toBe(0);
  expect(signal.aborted).toBe(true);
  expect((await ann.post('deleteAllPics')).code).toBe(0);
  await finishAnother();

  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, -20, -20, 20]);
  expect((await ann.get('getTrainAndGenerateResultList')).data.list).toEqual([]);
  expect(await backend.services.store.deletePrefix(`pics/${userId}/`)).toBe(0);
});

test('an account that goes while a job of it runs calls that off at once', async () => {
  const ben = await signIn(backend, 'Ben');
  const userId = await idOf(ben);
  const signal = await runJob(ben);

  expect((await ben.post('deleteAccount')).code).toBe(0);
  expect(signal.aborted).toBe(true);
  await finishAnother();
  expect(await backend.services.store.deletePrefix(`pics/${userId}/`)).toBe(0);
});
