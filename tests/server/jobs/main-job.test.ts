import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Job, Pic } from '../../../server/contract/jobs.ts';
import { signIn, type TestUser } from '../support/backend.ts';
import {
  coinsOf,
  createJob,
  finishJob,
  idsOf,
  lookAt,
  openAddress,
  startJob,
  uploadPhotos,
  waitForStatus,
} from '../support/jobs.ts';
import { pauseWork } from '../support/pause-work.ts';
import { quickSize } from '../support/quick-generator.ts';
import { sharedBackend } from '../support/shared-backend.ts';
import { waitFor } from '../support/wait-for.ts';

const backend = sharedBackend();
const frugal = sharedBackend({ GENERATE_COST: '0', PICS_PER_JOB: '2' });

async function picsOf(user: TestUser, job: Job): Promise<Pic[]> {
  const { generate_id } = job;
  const { data } = await user.get('getUserPicsByGenerateId', { generate_id });
  return data.list;
}

const open = (address: string) => openAddress(backend, address);

test('a user signs in, chooses a template, creates a job and gets four pics', async () => {
  const ann = await signIn(backend, 'Ann');
  const user = await ann.get('getUserInfo');
  expect(user.data).toMatchObject({ nickname: 'Ann', coins: 50, vip_level: 0, vip_expire_time: 0 });
  expect((await ann.get('getGenerateCost')).data).toEqual({ num: 20, pic_count: 4, free_redos: 1 });

  const templates = await ann.get('getTemplates', {
    cur_page: 1,
    page_size: 3,
  });
  expect(templates.data.list).toHaveLength(3);
  const template = templates.data.list[0]!;

  const created = await ann.post('goTrainAndGeneratePic', {
    template_id: template.id,
    resource_pics: await uploadPhotos(ann, 2),
    style_id: 1,
  });
  expect(created).toMatchObject({ status: 200, code: 0 });
  const job = created.data.train_and_generate_info;
  expect(job).toMatchObject({
    template_id: template.id,
    style_id: 1,
    expect_minutes: 1,
    cover_url: template.pic_url,
  });
  expect(await coinsOf(ann)).toBe(30);

  const done = await waitForStatus(ann, job, 5);
  expect(done).toMatchObject({ progress: 100, expect_minutes: 0, refuse_reasons: [] });
  expect(await coinsOf(ann)).toBe(30);

  const pics = await picsOf(ann, job);
  expect(pics).toHaveLength(4);
  expect(pics[0]).toMatchObject({
    pic_width: quickSize.width,
    pic_height: quickSize.height,
    list_url: done.cover_url,
  });
  const file = await open(pics[0]!.pic_url);
  expect(file.statusCode).toBe(200);
  expect(file.headers['content-type']).toBe('image/jpeg');
  const small = await open(pics[0]!.list_url);
  expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 320, height: 427 });

  const list = await ann.get('getTrainAndGenerateResultList');
  expect(list.data.list).toEqual([done]);

  const personal = await ann.get('getPersonalPics');
  const names = personal.data.list.map(address => new URL(address).pathname.split('/').at(-1));
  expect(names).toEqual(['photo_0.jpg', 'photo_1.jpg']);
});

test('the addresses of a user’s earlier photos can be used for the next job', async () => {
  const again = await signIn(backend, 'Ann');
  const { data } = await again.get('getPersonalPics');
  const created = await again.post('goTrainAndGeneratePic', {
    template_id: 4,
    resource_pics: data.list,
  });
  expect(created.code).toBe(0);
  expect((await waitForStatus(again, created.data.train_and_generate_info, 5)).style_id).toBe(1);
});

test('titles are in the language of the request, and a page after the last page is empty', async () => {
  const english = await signIn(backend, 'Ann', 'en');
  const chinese = await signIn(backend, 'Ann', 'zh-CN');
  const first = async (user: TestUser, page: number) =>
    (await user.get('getTemplates', { cur_page: page })).data.list[0]?.title;

  expect(await first(english, 1)).toMatch(/[a-z]/i);
  expect(await first(chinese, 1)).toMatch(/\p{Script=Han}/u);
  expect(await first(english, 1000)).toBeUndefined();
});

test('requests with the same idempotency key return the same job and hold its coins once', async () => {
  const bob = await signIn(backend, 'Bob');
  const headers = { 'idempotency-key': 'request-1' };
  const responses = await Promise.all([1, 2, 3].map(() => createJob(bob, headers)));
  const ids = responses.map(({ data }) => data.train_and_generate_info.generate_id);
  expect(new Set(ids).size).toBe(1);
  expect(await coinsOf(bob)).toBe(30);
});

test('deleting a pic removes its file, and deleting the last pic deletes the job', async () => {
  const cat = await signIn(backend, 'Cat');
  const job = await finishJob(cat);
  const pics = await picsOf(cat, job);
  const ids = idsOf(job);

  expect(await cat.post('deleteTrainAndGenerate', { ...ids, pic_id: pics[0]!.id })).toMatchObject({
    code: 0,
  });
  expect(await picsOf(cat, job)).toEqual(pics.slice(1));
  expect((await open(pics[0]!.pic_url)).statusCode).toBe(404);

  const rest = pics.slice(1).map(({ id }) => cat.post('deleteTrainAndGenerate', { ...ids, pic_id: id }));
  expect((await Promise.all(rest)).map(({ code }) => code)).toEqual([0, 0, 0]);
  const list = await cat.get('getTrainAndGenerateResultList');
  expect(list.data.list).toEqual([]);
});

test('a finished job can be deleted with all its files, and its price stays in the ledger', async () => {
  const dan = await signIn(backend, 'Dan');
  const job = await finishJob(dan);
  const pics = await picsOf(dan, job);

  const response = await dan.post('deleteTrainAndGenerate', { train_id: job.train_id });
  expect(response).toEqual({ status: 200, code: 0, data: null, message: '' });
  for (const pic of pics) expect((await open(pic.pic_url)).statusCode).toBe(404);
  expect(await coinsOf(dan)).toBe(30);
});

test('the expected time depends on earlier jobs, the place in the queue and the progress', async () => {
  const ann = await signIn(frugal, 'Ann');
  await finishJob(ann);
  const { db } = frugal.services;
  await sql`UPDATE jobs SET start_time = end_time - interval '2 minutes'`.execute(db.query);

  const work = pauseWork(frugal.generator);
  const jobs = [await startJob(ann), await startJob(ann), await startJob(ann)];
  await waitFor('the first to be half done', async () => (await lookAt(ann, jobs[0]!)).progress === 50);
  await waitFor('a new look at the queue', async () => (await lookAt(ann, jobs[2]!)).expect_minutes === 6);

  const waits = await Promise.all(jobs.map(job => lookAt(ann, job)));
  expect(waits).toMatchObject([
    { expect_minutes: 1, expect_seconds: 60, queue_position: 0 },
    { expect_minutes: 4, expect_seconds: 240, queue_position: 1 },
    { expect_minutes: 6, expect_seconds: 360, queue_position: 2 },
  ]);

  work.release();
  await waitForStatus(ann, jobs[2]!, 5);
});

test('an operator can set a smaller number of pics per job', async () => {
  const ann = await signIn(frugal, 'Ann');
  expect(await picsOf(ann, await finishJob(ann))).toHaveLength(2);
});
