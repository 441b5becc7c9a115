import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Job } from '../../../server/contract/jobs.ts';
import { openTestBackend, type Person, signIn, type TestBackend } from '../support/backend.ts';
import { coinsOf, createJob, ledgerOf, uploadPhotos, waitForStatus } from '../support/jobs.ts';

let backend: TestBackend;
let ann: Person;
let bob: Person;
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

test('nobody can see or delete the job or the pics of another person', async () => {
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
  const wish = (...resource_pics: string[]) =>
    bob.post('goTrainAndGeneratePic', { template_id: 1, resource_pics });

  expect(await wish(annsPhoto!)).toMatchObject(notFound);
  expect(await wish(bobsPhoto!, annsPhoto!)).toMatchObject(notFound);
  expect(await wish(bobsPhoto!.replace('photo_0', 'photo_9'))).toMatchObject(notFound);
  expect(await wish(bobsPhoto!.replace('/photos/', '/photos/../photos/'))).toMatchObject({ code: 0 });
  expect(await wish('https://example.com/face.jpg')).toMatchObject({
    status: 400,
    code: 1004,
    message: expect.stringContaining('resource_pics.0'),
  });
});

test.each([
  [{ resource_pics: ['x'] }, 'template_id'],
  [{ template_id: 'one', resource_pics: ['x'] }, 'template_id'],
  [{ template_id: 1 }, 'resource_pics'],
  [{ template_id: 1, resource_pics: [] }, 'resource_pics'],
  [{ template_id: 1, resource_pics: Array(6).fill('x') }, 'resource_pics'],
  [{ template_id: 1, resource_pics: [7] }, 'resource_pics.0'],
  [{ template_id: 1, resource_pics: ['x'], style_id: 'a' }, 'style_id'],
])('a wrong wish %j is refused and names %s', async (wish, parameter) => {
  const answer = await bob.send('POST', 'goTrainAndGeneratePic', wish);
  expect(answer).toMatchObject({ status: 400, code: 1004, data: null });
  expect(answer.message).toContain(parameter);
});

test('a template that does not exist is refused and nothing is held', async () => {
  const resource_pics = await uploadPhotos(bob);
  const before = await coinsOf(bob);
  const answer = await bob.post('goTrainAndGeneratePic', { template_id: 9999, resource_pics });
  expect(answer).toMatchObject({ status: 400, code: 1004, message: expect.stringContaining('template_id') });
  expect(await coinsOf(bob)).toBe(before);
});

test('without enough coins nothing is created', async () => {
  const poor = await signIn(backend, 'Poor');
  await createJob(poor);
  await createJob(poor);
  expect(await coinsOf(poor)).toBe(10);

  const answer = await createJob(poor);
  expect(answer).toMatchObject({ status: 200, code: 2_218_020, data: null, message: 'Not enough coins.' });
  expect(await ledgerOf(poor)).toHaveLength(3);
  const jobs = await poor.get('getTrainAndGenerateResultList');
  expect(jobs.data.list).toHaveLength(2);
});

test('200 wishes at once never take the balance below 0', async () => {
  const eager = await signIn(backend, 'Eager');
  const answers = await Promise.all(Array.from({ length: 200 }, () => createJob(eager)));
  const codes = answers.map(({ code }) => code);

  expect(codes.filter(code => code === 0)).toHaveLength(2);
  expect(codes.filter(code => code === 2_218_020)).toHaveLength(198);
  expect((await ledgerOf(eager)).map(({ change }) => change)).toEqual([50, -20, -20]);
});

test('50 people at once each pay for what they got', async () => {
  const names = Array.from({ length: 50 }, (_, index) => `Crowd ${index}`);
  const people = await Promise.all(names.map(name => signIn(backend, name)));
  // On a slow machine some photos wait too long for their check; the app asks again, as here.
  const create = async (person: Person): Promise<void> => {
    if ((await createJob(person)).status === 503) await create(person);
  };
  await Promise.all(people.flatMap(person => Array.from({ length: 4 }, () => create(person))));

  for (const person of people) {
    expect((await ledgerOf(person)).map(({ change }) => change)).toEqual([50, -20, -20]);
  }
});
