import { once } from 'node:events';
import { beforeAll, expect } from 'vitest';
import { addToDay, countOfDay } from '../../../server/accounts/day-counts.ts';
import type { Job } from '../../../server/contract/jobs.ts';
import { unfinished } from '../../../server/jobs/status.ts';
import { buy } from '../../support/api/api.ts';
import { openTestBackend, signIn, type TestUser } from '../support/backend.ts';
import {
  changesOf,
  createJob,
  deleteJob,
  finishJob,
  idsOf,
  startJob,
  uploadPhotos,
  userIdOf,
} from '../support/jobs.ts';
import { pauseWork } from '../support/pause-work.ts';
import { sharedBackend, usersOf } from '../support/shared-backend.ts';
import { waitFor } from '../support/wait-for.ts';

const backend = sharedBackend();
const test = usersOf(backend);
let ann: TestUser;
let bob: TestUser;
let job: Job;

beforeAll(async () => {
  ann = await signIn(backend, 'Ann');
  bob = await signIn(backend, 'Bob');
  job = await finishJob(ann);
});

const notFound = { status: 404, code: 1003, data: null };

test('a user can neither see nor delete the job or the pics of another user', async () => {
  const { generate_id } = job;
  const pics = await ann.get('getUserPicsByGenerateId', { generate_id });
  const pic_id = pics.data.list[0]!.id;

  expect(await bob.get('getTrainAndGenerateResultById', idsOf(job))).toMatchObject(notFound);
  expect(await bob.get('getUserPicsByGenerateId', { generate_id })).toMatchObject(notFound);
  expect(await deleteJob(bob, job)).toMatchObject(notFound);
  expect(await bob.post('deleteTrainAndGenerate', { ...idsOf(job), pic_id })).toMatchObject(notFound);
  expect((await bob.get('getTrainAndGenerateResultList')).data.list).toEqual([]);
  expect(await ann.get('getUserPicsByGenerateId', { generate_id })).toMatchObject({ data: pics.data });
});

test('a job needs one to five photos that exist below the user’s own prefix', async () => {
  const [annsPhoto] = await uploadPhotos(ann);
  const [bobsPhoto] = await uploadPhotos(bob);
  const create = (...resource_pics: string[]) =>
    bob.post('goTrainAndGeneratePic', { template_id: 1, resource_pics });

  expect(await create(annsPhoto!)).toMatchObject(notFound);
  expect(await create(bobsPhoto!, annsPhoto!)).toMatchObject(notFound);
  expect(await create(bobsPhoto!.replace('photo_0', 'photo_9'))).toMatchObject(notFound);
  expect(await create(bobsPhoto!.replace('/photos/', '/photos/../photos/'))).toMatchObject({ code: 0 });
  for (const [photos, problem] of [
    [['https://example.com/face.jpg'], 'This photo is no longer stored'],
    [[], 'resource_pics'],
    [Array(6).fill(bobsPhoto), 'resource_pics'],
  ] as const)
    expect(await create(...photos)).toMatchObject({
      status: 400,
      code: 1004,
      message: expect.stringContaining(problem),
    });
});

test('a template id may be a number or its decimal text, and nothing else', async ({ carl }) => {
  const texts = [
    'one',
    '',
    ' 1',
    '1 ',
    '+1',
    '-1',
    '0',
    '01',
    '1.0',
    '1e0',
    '0x1',
    '١',
    '1\n',
    '9'.repeat(17),
  ];
  for (const template_id of [...texts, 9999, 0, -1, 1.5, 2 ** 60, true, null, [1], ['1'], { id: 1 }]) {
    const reply = await bob.send('POST', 'goTrainAndGeneratePic', { template_id, resource_pics: ['x'] });
    expect({ template_id, ...reply }).toMatchObject({ template_id, status: 400, code: 1004, data: null });
    expect(reply.message).toMatch(/template_id|This template is no longer available/);
  }
  const resource_pics = await uploadPhotos(carl);
  const created = await carl.post('goTrainAndGeneratePic', { template_id: '12', resource_pics });
  expect(created.data.train_and_generate_info.template_id).toBe(12);
});

/** Counts a user's jobs that ended today without pictures. */
const wastedBy = async (user: TestUser) =>
  countOfDay(backend.services.db.query, 'wasted-jobs', await userIdOf(user), new Date());

// These tests wait for their turn at the generator, so they run before the 200 requests below.
test('a user can start and delete at most forty jobs a day, and loses no coins', async ({ dan }) => {
  const { query } = backend.services.db;
  const jobs = query.selectFrom('jobs').select('generate_id').where('status', 'in', unfinished);
  await waitFor('the end of all jobs before', async () => (await jobs.execute()).length === 0);
  const work = pauseWork(backend.generator);
  await addToDay(query, 'wasted-jobs', await userIdOf(dan), { time: new Date(), more: 38 });
  for (let count = 0; count < 2; count++) {
    const job = await startJob(dan);
    await work.begun();
    await deleteJob(dan, job);
  }

  const refused = await createJob(dan);
  expect([refused.status, refused.code]).toEqual([429, 1005]);
  expect(refused.message).toBe('Too many sets failed today. Come back tomorrow.');
  expect(await changesOf(dan)).toEqual([50, -20, 20, -20, 20]);
  work.release();
  backend.clock.ahead = 24 * 60 * 60_000;
  await finishJob(dan);
  backend.clock.ahead = 0;
});

test('failed jobs count as wasted, even if the user deletes the account and signs in again', async () => {
  let quin = await signIn(backend, 'Quin');
  backend.generator.beforeReturn = () => Promise.reject(new Error('out of order'));
  await finishJob(quin, 6);
  expect(await wastedBy(quin)).toBe(1);

  const work = pauseWork(backend.generator);
  await createJob(quin);
  await work.begun();
  await quin.post('deleteAccount');
  work.release();
  quin = await signIn(backend, 'Quin');
  expect(await wastedBy(quin)).toBe(2);
});

test('a deleted redo counts as wasted, whether it is deleted alone or with all pics', async ({ cat }) => {
  const job = await finishJob(cat);
  const work = pauseWork(backend.generator);
  for (const end of ['deleteTrainAndGenerate', 'deleteAllPics'] as const) {
    const redo = await cat.post('redoJob', { ...idsOf(job), reason: 'not-like-me' });
    await work.begun();
    const made = idsOf(redo.data.train_and_generate_info);
    await (end === 'deleteAllPics' ? cat.post(end) : cat.post(end, made));
  }
  work.release();
  expect(await wastedBy(cat)).toBe(2);
});

test('a finished job does not count as wasted after the account is deleted and created again', async () => {
  let sue = await signIn(backend, 'Sue');
  const { generate_id } = await finishJob(sue);
  // Simulates a job whose first process died and that another process finished.
  const { query } = backend.services.db;
  await query.updateTable('jobs').set({ attempts: 1 }).where('generate_id', '=', generate_id).execute();
  await sue.post('deleteAccount');
  sue = await signIn(backend, 'Sue');
  expect(await wastedBy(sue)).toBe(0);
});

test('200 concurrent requests never make the balance negative', async ({ eve }) => {
  const replies = await Promise.all(Array.from({ length: 200 }, () => createJob(eve)));
  const codes = replies.map(({ code }) => code);

  expect(codes.filter(code => code === 0)).toHaveLength(2);
  expect(codes.filter(code => code === 2_218_020)).toHaveLength(198);
  expect(await changesOf(eve)).toEqual([50, -20, -20]);
});

test('a subscriber has at most 30 unfinished jobs, and can start another when one of them ends', async () => {
  const own = await openTestBackend();
  own.generator.beforeReturn = async signal => {
    if (!signal.aborted) await once(signal, 'abort');
  };
  const vip = await signIn(own, 'Vip');
  await buy(vip, 101);
  const first = await createJob(vip);
  const { query } = own.services.db;
  const [made] = await query.selectFrom('jobs').selectAll().execute();
  const { position: _position, refuse_reasons: _reasons, made_pics: _pics, ...row } = made!;
  // Simulates 28 more calls without checking a photo for each.
  const others = Array.from({ length: 28 }, (_, index) => ({
    ...row,
    generate_id: `g${index}`,
    train_id: `t${index}`,
  }));
  await query.insertInto('jobs').values(others).execute();

  expect((await createJob(vip)).code).toBe(0);
  expect(await createJob(vip)).toMatchObject({
    status: 429,
    code: 1005,
    message: 'You have several sets in progress. Try again when one is ready.',
  });
  await deleteJob(vip, first.data.train_and_generate_info);
  expect((await createJob(vip)).code).toBe(0);
  await own.close();
});
