import { beforeEach, expect, test, vi } from 'vitest';
import { addToDay, countOfDay } from '../../../server/accounts/day-counts.ts';
import { signIn, type TestUser } from '../support/backend.ts';
import { callOf } from '../support/hang-up.ts';
import { createJob, openAddress, uploadPhotos, userIdOf } from '../support/jobs.ts';
import { pauseDrawing, pauseWork } from '../support/pause-work.ts';
import { sharedBackend } from '../support/shared-backend.ts';
import { waitFor } from '../support/wait-for.ts';

const backend = sharedBackend();

beforeEach(() => {
  backend.tryOnDrawer.drawn = [];
  backend.tryOnDrawer.beforeReturn = async () => {};
});

async function photoOf(user: TestUser): Promise<string> {
  const [photo] = await uploadPhotos(user);
  return photo!;
}

const open = (address: string) => openAddress(backend, address);

test('a try-on is drawn once, has an address for 15 minutes, and is removed with its photo', async () => {
  const ann = await signIn(backend, 'Ann');
  const photo = await photoOf(ann);
  const tryOn = () => ann.post('previewTemplates', { photo, template_ids: [1, 3, 3, 99_999] });

  const { data } = await tryOn();
  expect(data.list.map(({ template_id }) => template_id)).toEqual([1, 3]);
  expect((await tryOn()).data).toEqual(data);
  expect(backend.tryOnDrawer.drawn).toEqual([1, 3]);

  const address = data.list[0]!.pic_url;
  expect(await open(address)).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/webp' } });
  backend.clock.ahead = 31 * 60_000;
  expect((await open(address)).statusCode).toBe(403);
  backend.clock.ahead = 0;

  const [stored] = (await ann.get('getPhotos')).data.list;
  await ann.post('deletePhoto', { id: stored!.id });
  expect((await open(address)).statusCode).toBe(404);
  expect((await tryOn()).code).toBe(1003);
});

test('a user gets no try-on of another user’s photo or of a missing photo', async () => {
  const bob = await signIn(backend, 'Bob');
  const eve = await signIn(backend, 'Eve');
  const photo = await photoOf(bob);
  expect((await eve.post('previewTemplates', { photo, template_ids: [1] })).code).toBe(1003);
  const gone = photo.replace('photo_0', 'photo_7');
  expect((await bob.post('previewTemplates', { photo: gone, template_ids: [1] })).code).toBe(1003);
  expect((await bob.post('previewTemplates', { photo: 'x', template_ids: [1] })).code).toBe(1004);
});

test('a photo without a face is refused with the photo’s number', async () => {
  const cat = await signIn(backend, 'Cat');
  backend.tryOnDrawer.seesFace = false;
  const { code, message } = await cat.post('previewTemplates', {
    photo: await photoOf(cat),
    template_ids: [1],
  });
  backend.tryOnDrawer.seesFace = true;
  expect({ code, message }).toEqual({
    code: 2218030,
    message: 'No face was found in photo 1. Choose one that shows your whole face.',
  });
});

test('a user gets at most 240 try-ons a day, and more on the next day', async () => {
  const dan = await signIn(backend, 'Dan');
  const photo = await photoOf(dan);
  const ids = (await dan.get('getTemplates', { page_size: 12 })).data.list.map(({ id }) => id);
  const { query } = backend.services.db;
  const { user_id } = (await dan.get('getUserInfo')).data;
  await addToDay(query, 'previews', user_id, { time: new Date(), more: 230 });

  const first = await dan.post('previewTemplates', { photo, template_ids: ids });
  expect(first.data.list).toHaveLength(10);
  const rest = ids.slice(10);
  expect((await dan.post('previewTemplates', { photo, template_ids: rest })).code).toBe(1005);
  backend.clock.ahead = 24 * 60 * 60_000;
  expect((await dan.post('previewTemplates', { photo, template_ids: rest })).data.list).toHaveLength(2);
  backend.clock.ahead = 0;
});

test('no try-on is drawn while a job runs, and the drawer frees its memory for the job', async () => {
  const fay = await signIn(backend, 'Fay');
  const { rests } = backend.tryOnDrawer;
  const work = pauseWork(backend.generator);
  await createJob(fay);
  await work.begun();
  const asked = fay.post('previewTemplates', { photo: await photoOf(fay), template_ids: [3] });
  await new Promise(resolve => setTimeout(resolve, 300));
  expect(backend.tryOnDrawer.drawn).toEqual([]);
  expect(backend.tryOnDrawer.rests).toBe(rests + 1);

  work.release();
  expect((await asked).data.list).toHaveLength(1);
  backend.generator.beforeReturn = async () => {};
});

test('if the disk is full, no try-on is drawn or counted, but existing try-ons are still sent', async () => {
  const gil = await signIn(backend, 'Gil');
  const photo = await photoOf(gil);
  const ask = (...template_ids: number[]) => gil.post('previewTemplates', { photo, template_ids });
  expect((await ask(1)).data.list).toHaveLength(1);

  const { store } = backend.services.endpoints!;
  const { room } = store;
  store.room = async () => ({ count: 0, free: 256 * 2 ** 20 });
  const { status, message } = await ask(3);
  expect([status, message]).toEqual([503, 'We can’t make new pictures right now. Try again later.']);
  expect((await ask(1, 3)).data.list.map(({ template_id }) => template_id)).toEqual([1]);
  expect(backend.tryOnDrawer.drawn).toEqual([1]);

  store.room = room;
  expect((await ask(3)).data.list).toHaveLength(1);
});

test('an ID photo and a costume list their problems, even if they were drawn earlier', async () => {
  const gil = await signIn(backend, 'Gil');
  const photo = await photoOf(gil);
  backend.tryOnDrawer.idProblems = ['eyes_closed', 'busy_ground'];
  const seen = async () =>
    (await gil.post('previewTemplates', { photo, template_ids: [1, 83, 99] })).data.list.map(
      ({ template_id, problems }) => [template_id, problems],
    );
  const first = await seen();
  backend.tryOnDrawer.idProblems = [];
  expect(first).toEqual([
    [1, undefined],
    [83, ['eyes_closed', 'busy_ground']],
    [99, ['eyes_closed', 'busy_ground']],
  ]);
  expect(await seen()).toEqual(first);
});

test('a user can make two try-on calls at a time; the third call is refused with a retry time', async () => {
  const gus = await signIn(backend, 'Gus');
  const photo = await photoOf(gus);
  const drawing = pauseDrawing(backend.tryOnDrawer);
  const { mock } = vi.spyOn(backend.services.photoChecks, 'check');
  const ask = (id: number) => gus.post('previewTemplates', { photo, template_ids: [id] });
  const two = [ask(1), ask(3)];
  // A try-on enters the queue after the check of its photo, so wait for both checks.
  const checks = () => mock.settledResults.filter(({ type }) => type === 'fulfilled').length;
  await waitFor('both calls', () => checks() === 2);
  const third = await backend.app.inject({
    method: 'POST',
    url: '/v1/previewTemplates',
    headers: { authorization: `Bearer ${gus.token}` },
    payload: { photo, template_ids: [3] },
  });
  expect([third.statusCode, third.headers['retry-after'], third.json().code]).toEqual([429, '5', 1005]);
  expect(third.json().message).toBe('Previews are busy. Try again in 5 s.');

  drawing.release();
  expect((await Promise.all(two)).map(({ data }) => data.list.length)).toEqual([1, 1]);
  expect((await ask(3)).data.list).toHaveLength(1);
});

test('a try-on is neither drawn nor counted after its caller hung up', async () => {
  const jay = await signIn(backend, 'Jay');
  const kim = await signIn(backend, 'Kim');
  const [ofJay, ofKim] = await Promise.all([photoOf(jay), photoOf(kim)]);
  const drawing = pauseDrawing(backend.tryOnDrawer);
  const held = kim.post('previewTemplates', { photo: ofKim, template_ids: [7] });
  await waitFor('the drawing of another user', () => drawing.count() === 1);

  const call = await callOf(jay, 'previewTemplates', { photo: ofJay, template_ids: [5, 14] });
  const other = jay.post('previewTemplates', { photo: ofJay, template_ids: [8] });
  // This later call goes to the same process, so its response shows that the earlier call has arrived.
  await jay.get('getUserInfo');
  await call.hangUp();
  drawing.release();
  await Promise.all([held, other]);
  await jay.post('previewTemplates', { photo: ofJay, template_ids: [10] });

  const { drawn } = backend.tryOnDrawer;
  expect(drawn.filter(id => id === 5 || id === 14)).toEqual([]);
  const { query } = backend.services.db;
  expect(await countOfDay(query, 'previews', await userIdOf(jay), new Date())).toBe(2);
});

test('a try-on that waits for the check of its photo does not delay other try-ons', async () => {
  const [lea, max] = await Promise.all([signIn(backend, 'Lea'), signIn(backend, 'Max')]);
  const [ofLea, ofMax] = await Promise.all([photoOf(lea), photoOf(max)]);
  const { photoChecks } = backend.services;
  const check = photoChecks.check.bind(photoChecks);
  const held: { letGo?: () => void } = {};
  const { user_id } = (await lea.get('getUserInfo')).data;
  vi.spyOn(photoChecks, 'check').mockImplementation(async (userId, ...others) => {
    if (userId === user_id) await new Promise<void>(resolve => (held.letGo = resolve));
    return check(userId, ...others);
  });
  const first = lea.post('previewTemplates', { photo: ofLea, template_ids: [1] });
  await waitFor('the check of the photo', () => held.letGo !== undefined);
  const other = await max.post('previewTemplates', { photo: ofMax, template_ids: [11] });
  expect(other.data.list).toHaveLength(1);
  held.letGo?.();
  expect((await first).data.list).toHaveLength(1);
});
