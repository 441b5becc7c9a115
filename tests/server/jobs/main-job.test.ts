import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { signIn } from '../support/backend.ts';
import {
  coinsOf,
  createJob,
  finishJob,
  idsOf,
  lookAt,
  openAddress,
  picsOf,
  startJob,
  uploadPhotos,
  waitForStatus,
} from '../support/jobs.ts';
import { pauseWork } from '../support/pause-work.ts';
import { quickSize } from '../support/quick-generator.ts';
import { sharedBackend } from '../support/shared-backend.ts';
import { waitFor } from '../support/wait-for.ts';

const backend = sharedBackend();
const frugal = sharedBackend({ GENERATE_COST: '0' });

const open = (address: string) => openAddress(backend, address);

test('a user signs in, chooses a template, creates a job and gets four pics', async () => {
  const ann = await signIn(backend, 'Ann');
  const user = await ann.get('getUserInfo');
  expect(user.data).toMatchObject({ nickname: 'Ann', coins: 50, vip_level: 0, vip_expire_time: 0 });
  expect((await ann.get('getGenerateCost')).data).toEqual({ num: 20, pic_count: 4, free_redos: 1 });

  const templates = await ann.get('getTemplates', { cur_page: 1, page_size: 3 });
  expect(templates.data.list).toHaveLength(3);
  expect((await ann.get('getTemplates', { cur_page: 1000 })).data.list).toEqual([]);
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

test('requests with the same idempotency key return the same job and hold its coins once', async () => {
  const bob = await signIn(backend, 'Bob');
  const headers = { 'idempotency-key': 'request-1' };
  const responses = await Promise.all([1, 2, 3].map(() => createJob(bob, headers)));
  const ids = responses.map(({ data }) => data.train_and_generate_info.generate_id);
  expect(new Set(ids).size).toBe(1);
  expect(await coinsOf(bob)).toBe(30);
});

test('deleting pics removes their files, deleting the last pic deletes its job, and coins stay spent', async () => {
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
  expect((await cat.get('getTrainAndGenerateResultList')).data.list).toEqual([]);

  const other = await finishJob(cat);
  const files = await picsOf(cat, other);
  const response = await cat.post('deleteTrainAndGenerate', { train_id: other.train_id });
  expect(response).toEqual({ status: 200, code: 0, data: null, message: '' });
  for (const { pic_url } of files) expect((await open(pic_url)).statusCode).toBe(404);
  expect(await coinsOf(cat)).toBe(10);
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
