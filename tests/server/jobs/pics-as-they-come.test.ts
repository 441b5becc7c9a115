import sharp from 'sharp';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Job } from '../../../server/contract/jobs.ts';
import { signIn, type TestBackend, type TestUser } from '../support/backend.ts';
import {
  changesOf,
  coinsOf,
  deleteJob,
  finishJob,
  idsOf,
  lookAt,
  openAddress,
  startJob,
  waitForStatus,
} from '../support/jobs.ts';
import { keysBelow } from '../support/keys-below.ts';
import { pauseEachPic } from '../support/pause-each-pic.ts';
import { sharedBackend } from '../support/shared-backend.ts';
import { waitFor } from '../support/wait-for.ts';

const backend = sharedBackend({ JOB_LEASE: '3' });
let usualPut: TestBackend['services']['store']['put'];

beforeAll(() => {
  usualPut = backend.services.store.put;
});

afterEach(() => {
  backend.services.store.put = usualPut;
  backend.generator.beforePic = null;
  backend.generator.beforeReturn = async () => {};
});

async function waitForPics(user: TestUser, job: Job, count: number): Promise<Job> {
  let latest = job;
  await waitFor(`${count} pics`, async () => {
    latest = await lookAt(user, job);
    return latest.pics?.length === count;
  });
  return latest;
}

const open = (address: string) => openAddress(backend, address);

/** Keys of a job's stored pics. */
async function storedOf(job: Job): Promise<string[]> {
  const keys = await keysBelow(backend.services.store, 'pics/');
  return keys.filter(key => key.includes(job.generate_id));
}

test('each finished pic is shown small and labelled during the job, and does not change later', async () => {
  const letGo = pauseEachPic(backend.generator);
  const [ann, mallory] = [await signIn(backend, 'Ann'), await signIn(backend, 'Mallory')];
  const job = await startJob(ann);
  expect(job).toMatchObject({ pic_count: 4 });
  expect(job.pics).toBeUndefined();
  const generating = await waitForStatus(ann, job, 4);
  expect(generating).toMatchObject({ pics: [], pic_count: 4 });

  letGo(1);
  const [first] = (await waitForPics(ann, job, 1)).pics!;
  const small = await open(first!.list_url);
  const { width, xmp } = await sharp(small.rawPayload).metadata();
  expect(width).toBe(320);
  expect(String(xmp)).toContain('AIGC');

  // The small pic's address opens no other size, other users cannot see the job, and the pic is not yet listed.
  expect((await open(first!.list_url.replace('&w=320', ''))).statusCode).toBe(403);
  expect(await mallory.get('getTrainAndGenerateResultById', idsOf(job))).toMatchObject({ code: 1003 });
  expect((await mallory.get('getTrainAndGenerateResultList')).data.list).toEqual([]);
  expect((await ann.get('getUserPicsByGenerateId', { generate_id: job.generate_id })).data.list).toEqual([]);
  const { code } = await ann.post('deleteTrainAndGenerate', { ...idsOf(job), pic_id: first!.id });
  expect(code).toBe(1003);

  letGo(2);
  const three = await waitForPics(ann, job, 3);
  expect(three.status).toBe(4);
  expect((await ann.get('getTrainAndGenerateResultList')).data.list[0]).toMatchObject({ pics: three.pics });
  letGo(1);
  const done = await waitForStatus(ann, job, 5);
  expect(done.pics!.slice(0, 3)).toEqual(three.pics);
  expect(done.pics).toHaveLength(4);
  expect(done.pic_count).toBeUndefined();
  const { data } = await ann.get('getUserPicsByGenerateId', { generate_id: job.generate_id });
  expect(data.list.map(({ id, list_url }) => ({ id, list_url }))).toEqual(done.pics);
  expect((await open(first!.list_url)).headers.etag).toBe(small.headers.etag);
  expect(await coinsOf(ann)).toBe(30);

  await ann.post('deleteTrainAndGenerate', { ...idsOf(job), pic_id: first!.id });
  const left = (await ann.get('getTrainAndGenerateResultList')).data.list[0]!;
  expect(left.pics).toEqual(done.pics!.slice(1));
  expect(left.cover_url).toBe(done.pics![1]!.list_url);
});

test.each([
  ['its job is deleted', deleteJob],
  ['all pictures are deleted', (user: TestUser) => user.post('deleteAllPics')],
  ['the account is deleted', (user: TestUser) => user.post('deleteAccount')],
] as const)('a pic that is being stored while %s is removed completely', async (when, remove) => {
  const letGo = pauseEachPic(backend.generator);
  const bob = await signIn(backend, `Bob ${when}`);
  const job = await startJob(bob);
  letGo(1);
  const [first] = (await waitForPics(bob, job, 1)).pics!;

  let finish = () => {};
  let puts = 0;
  backend.services.store.put = async (...object) => {
    puts += 1;
    await new Promise<void>(resolve => (finish = resolve));
    return usualPut(...object);
  };
  letGo(3);
  await waitFor('the second pic', () => puts === 1);
  expect((await remove(bob, job)).code).toBe(0);
  expect((await open(first!.list_url)).statusCode).toBe(404);
  const { generate } = backend.generator.calls;
  finish();

  // The next job starts only after the work on this job has ended.
  backend.services.store.put = usualPut;
  backend.generator.beforePic = null;
  const cat = await signIn(backend, `Cat ${when}`);
  await finishJob(cat);
  expect(backend.generator.calls.generate).toBe(generate + 1);
  expect(puts).toBe(1);
  expect(await storedOf(job)).toEqual([]);
});

test('a job that fails after two pics keeps neither pic, and its coins are returned', async () => {
  const dan = await signIn(backend, 'Dan');
  const started: { job?: Job } = {};
  let shown = 0;
  backend.generator.beforePic = async number => {
    if (number < 3) return;
    await waitFor('the job', () => started.job !== undefined);
    shown += (await waitForPics(dan, started.job!, 2)).pics!.length;
    throw new Error('out of paint');
  };
  started.job = await startJob(dan);
  const failed = await waitForStatus(dan, started.job, 6);

  expect(shown).toBe(4);
  expect(failed.pics).toBeUndefined();
  expect(failed.pic_count).toBeUndefined();
  await waitFor('the store to be empty', async () => (await storedOf(failed)).length === 0);
  expect(await changesOf(dan)).toEqual([50, -20, 20]);
});

test('a pic that cannot be stored during the job is stored at the end of the job', async () => {
  let refusals = 0;
  backend.generator.beforePic = async () => {};
  backend.services.store.put = (...object) => {
    if (object[0].startsWith('pics/') && refusals++ === 0) throw new Error('the disk is full');
    return usualPut(...object);
  };
  const fay = await signIn(backend, 'Fay');
  const done = await finishJob(fay);

  expect(refusals).toBeGreaterThan(4);
  expect(done.pics).toHaveLength(4);
  for (const { list_url } of done.pics!) expect((await open(list_url)).statusCode).toBe(200);
});

test('a running job finishes even if its user withdraws the consent, which erases the photos', async () => {
  const letGo = pauseEachPic(backend.generator);
  const gus = await signIn(backend, 'Gus');
  const job = await startJob(gus);
  letGo(1);
  await waitForPics(gus, job, 1);
  expect((await gus.post('withdrawConsent')).code).toBe(0);
  letGo(3);
  const done = await waitForStatus(gus, job, 5);
  expect(done.pics).toHaveLength(4);
});
