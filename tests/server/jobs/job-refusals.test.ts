import { once } from 'node:events';
import { beforeAll, expect, test } from 'vitest';
import { addToDay, countOfDay } from '../../../server/accounts/day-counts.ts';
import type { Job } from '../../../server/contract/jobs.ts';
import { unfinished } from '../../../server/jobs/status.ts';
import { order, pay } from '../../support/api/api.ts';
import { openTestBackend, signIn, type TestUser } from '../support/backend.ts';
import { coinsOf, createJob, ledgerOf, uploadPhotos, waitForStatus } from '../support/jobs.ts';
import { sharedBackend } from '../support/shared-backend.ts';
import { waitFor } from '../support/wait-for.ts';

const backend = sharedBackend();
let ann: TestUser;
let bob: TestUser;
let job: Job;

beforeAll(async () => {
  ann = await signIn(backend, 'Ann');
  bob = await signIn(backend, 'Bob');
  const created = await createJob(ann);
  job = await waitForStatus(ann, created.data.train_and_generate_info, 5);
});

const notFound = { status: 404, code: 1003, data: null };

test('nobody can see or delete the job or the pics of another user', async () => {
  const { train_id, generate_id } = job;
  const pics = await ann.get('getUserPicsByGenerateId', { generate_id });
  const pic_id = pics.data.list[0]!.id;

  expect(await bob.get('getTrainAndGenerateResultById', { train_id, generate_id })).toMatchObject(notFound);
  expect(await bob.get('getUserPicsByGenerateId', { generate_id })).toMatchObject(notFound);
  expect(await bob.post('deleteTrainAndGenerate', { train_id, generate_id })).toMatchObject(notFound);
  expect(await bob.post('deleteTrainAndGenerate', { train_id, generate_id, pic_id })).toMatchObject(notFound);
  expect((await bob.get('getTrainAndGenerateResultList')).data.list).toEqual([]);
  expect(await ann.get('getUserPicsByGenerateId', { generate_id })).toMatchObject({ data: pics.data });
});

test('photos must lie below the own prefix and exist', async () => {
  const [annsPhoto] = await uploadPhotos(ann);
  const [bobsPhoto] = await uploadPhotos(bob);
  const create = (...resource_pics: string[]) =>
    bob.post('goTrainAndGeneratePic', { template_id: 1, resource_pics });

  expect(await create(annsPhoto!)).toMatchObject(notFound);
  expect(await create(bobsPhoto!, annsPhoto!)).toMatchObject(notFound);
  expect(await create(bobsPhoto!.replace('photo_0', 'photo_9'))).toMatchObject(notFound);
  expect(await create(bobsPhoto!.replace('/photos/', '/photos/../photos/'))).toMatchObject({ code: 0 });
  expect(await create('https://example.com/face.jpg')).toMatchObject({
    status: 400,
    code: 1004,
    message: expect.stringContaining('resource_pics.0'),
  });
});

test.each([
  [{ resource_pics: ['x'] }, 'template_id'],
  [{ template_id: 1 }, 'resource_pics'],
  [{ template_id: 1, resource_pics: [] }, 'resource_pics'],
  [{ template_id: 1, resource_pics: Array(6).fill('x') }, 'resource_pics'],
  [{ template_id: 1, resource_pics: [7] }, 'resource_pics.0'],
  [{ template_id: 1, resource_pics: ['x'], style_id: 'a' }, 'style_id'],
])('a wrong request %j is refused and names %s', async (body, parameter) => {
  const reply = await bob.send('POST', 'goTrainAndGeneratePic', body);
  expect(reply).toMatchObject({ status: 400, code: 1004, data: null });
  expect(reply.message).toContain(parameter);
});

test.each([
  ['one', '', ' 1', '1 ', '+1', '-1', '0', '01', '1.0', '1e0', '0x1', '١', '1\n', '9'.repeat(17)],
  [0, -1, 1.5, 2 ** 60, true, null, [1], ['1'], { id: 1 }],
])('a template is named by a number or its decimal text, not by %j and the like', async (...ids) => {
  for (const template_id of ids) {
    const reply = await bob.send('POST', 'goTrainAndGeneratePic', { template_id, resource_pics: ['x'] });
    expect({ template_id, ...reply }).toMatchObject({ template_id, status: 400, code: 1004, data: null });
    expect(reply.message).toContain('template_id');
  }
});

test('a job of a template named by its decimal text is one of its number', async () => {
  const carl = await signIn(backend, 'Carl');
  const resource_pics = await uploadPhotos(carl);
  const created = await carl.post('goTrainAndGeneratePic', { template_id: '12', resource_pics });
  expect(created.data.train_and_generate_info.template_id).toBe(12);
  const jobs = await carl.get('getTrainAndGenerateResultList');
  expect(jobs.data.list.map(({ template_id }) => template_id)).toEqual([12]);
});

test('a template that does not exist is refused and nothing is held', async () => {
  const resource_pics = await uploadPhotos(bob);
  const before = await coinsOf(bob);
  const reply = await bob.post('goTrainAndGeneratePic', { template_id: 9999, resource_pics });
  expect(reply).toMatchObject({ status: 400, code: 1004, message: expect.stringContaining('template_id') });
  expect(await coinsOf(bob)).toBe(before);
});

test('without enough coins nothing is created', async () => {
  const poor = await signIn(backend, 'Poor');
  await createJob(poor);
  await createJob(poor);
  expect(await coinsOf(poor)).toBe(10);

  const reply = await createJob(poor);
  expect(reply).toMatchObject({ status: 200, code: 2_218_020, data: null, message: 'Not enough coins.' });
  expect(await ledgerOf(poor)).toHaveLength(3);
  const jobs = await poor.get('getTrainAndGenerateResultList');
  expect(jobs.data.list).toHaveLength(2);
});

// Before the crowds below: these tests wait until the generator works.
test('jobs that are begun and deleted, again and again, end at forty a day; the coins are all there', async () => {
  const { generator, clock } = backend;
  const { query } = backend.services.db;
  const jobs = query.selectFrom('jobs').select('generate_id').where('status', 'in', unfinished);
  await waitFor('the end of all jobs before', async () => (await jobs.execute()).length === 0);
  const pat = await signIn(backend, 'Pat');
  const work: { finish?: (() => void) | undefined } = {};
  generator.beforeReturn = () =>
    new Promise(resolve => {
      work.finish = resolve;
    });
  const { user_id } = (await pat.get('getUserInfo')).data;
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
  // As if a process had died during the job, and another one had finished it.
  const { query } = backend.services.db;
  await query.updateTable('jobs').set({ attempts: 1 }).where('generate_id', '=', generate_id).execute();
  await sue.post('deleteAccount');
  sue = await signIn(backend, 'Sue');
  const { user_id } = (await sue.get('getUserInfo')).data;
  expect(await countOfDay(query, 'wasted-jobs', user_id, new Date())).toBe(0);
});

test('200 requests at once never take the balance below 0', async () => {
  const eager = await signIn(backend, 'Eager');
  const replies = await Promise.all(Array.from({ length: 200 }, () => createJob(eager)));
  const codes = replies.map(({ code }) => code);

  expect(codes.filter(code => code === 0)).toHaveLength(2);
  expect(codes.filter(code => code === 2_218_020)).toHaveLength(198);
  expect((await ledgerOf(eager)).map(({ change }) => change)).toEqual([50, -20, -20]);
});

test('50 users at once each pay for what they got', async () => {
  const names = Array.from({ length: 50 }, (_, index) => `Crowd ${index}`);
  const users = await Promise.all(names.map(name => signIn(backend, name)));
  // On a slow machine the check of some photos times out; the app retries, and so does this test.
  const create = async (user: TestUser): Promise<void> => {
    if ((await createJob(user)).status === 503) await create(user);
  };
  await Promise.all(users.flatMap(user => Array.from({ length: 4 }, () => create(user))));

  for (const user of users) {
    expect((await ledgerOf(user)).map(({ change }) => change)).toEqual([50, -20, -20]);
  }
});

test('a subscriber has 30 unfinished jobs at most, and another when one of them is over', async () => {
  const own = await openTestBackend();
  own.generator.beforeReturn = async signal => {
    if (!signal.aborted) await once(signal, 'abort');
  };
  const vip = await signIn(own, 'Vip');
  const { order_id } = await order(vip, 101);
  await vip.post('paySuccess', { order_id, receipt: await pay(vip, order_id) });
  const resource_pics = await uploadPhotos(vip);
  const create = () => vip.post('goTrainAndGeneratePic', { template_id: 1, resource_pics });
  const first = await create();
  const { query } = own.services.db;
  const [made] = await query.selectFrom('jobs').selectAll().execute();
  const { position: _position, refuse_reasons: _reasons, made_pics: _pics, ...row } = made!;
  // As if there had been 28 more calls, each with a photo to check.
  const others = Array.from({ length: 28 }, (_, index) => ({
    ...row,
    generate_id: `g${index}`,
    train_id: `t${index}`,
  }));
  await query.insertInto('jobs').values(others).execute();

  expect((await create()).code).toBe(0);
  expect(await create()).toMatchObject({
    status: 429,
    code: 1005,
    message: 'Many of your pictures are still being made. Try again when one set is ready.',
  });
  const { train_id, generate_id } = first.data.train_and_generate_info;
  await vip.post('deleteTrainAndGenerate', { train_id, generate_id });
  expect((await create()).code).toBe(0);
  await own.close();
});
