import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Job } from '../../../server/contract/jobs.ts';
import { order, pay } from '../../support/api.ts';
import { openTestBackend, signIn, type TestBackend, type TestUser } from '../support/backend.ts';
import { coinsOf, createJob, ledgerOf, uploadPhotos, waitForStatus } from '../support/jobs.ts';

let backend: TestBackend;
let ann: TestUser;
let bob: TestUser;
let job: Job;

beforeAll(async () => {
  backend = await openTestBackend();
  ann = await signIn(backend, 'Ann');
  bob = await signIn(backend, 'Bob');
  const created = await createJob(ann);
  job = await waitForStatus(ann, created.data.train_and_generate_info, 5);
});

afterAll(() => backend.close());

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
  // On a slow machine some photos wait too long for their check; the app asks again, as here.
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
  // As if by 28 more calls, each of which would have the photo checked.
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
