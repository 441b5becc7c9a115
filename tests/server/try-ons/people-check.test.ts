import { beforeEach, expect, test, vi } from 'vitest';
import { addToDay, countOfDay } from '../../../server/accounts/day-counts.ts';

import { bounds } from '../../../server/http/limits/limiters.ts';
import { signIn } from '../support/backend.ts';
import { callOf } from '../support/hang-up.ts';
import { createJob, uploadPhotos, userIdOf } from '../support/jobs.ts';
import { pauseDrawing, pauseWork } from '../support/pause-work.ts';
import { sharedBackend } from '../support/shared-backend.ts';
import { waitFor } from '../support/wait-for.ts';

const backend = sharedBackend();

beforeEach(() => {
  Object.assign(backend.tryOnDrawer, { compared: 0, seesOthers: true, problems: [], inspected: 0 });
});

test('photos that show a different person from the first photo are found, and each pair is compared once', async () => {
  const ann = await signIn(backend, 'Ann');
  expect((await ann.get('getUserInfo')).data.features).toContain('photo-check');
  const photos = await uploadPhotos(ann, 3);
  const { data } = await ann.post('checkPhotos', { photos });
  expect(data.list).toEqual([
    { photo: photos[0], problems: [] },
    { photo: photos[1], problems: [], shows_other: true },
    { photo: photos[2], problems: [], shows_other: true },
  ]);
  expect((await ann.post('checkPhotos', { photos: photos.slice(0, 2) })).data.list).toHaveLength(2);
  expect(backend.tryOnDrawer).toMatchObject({ compared: 2, inspected: 3 });
});

test('a photo’s problems are found before a job, even while another job runs; each photo is checked once', async () => {
  const ivy = await signIn(backend, 'Ivy');
  const photos = await uploadPhotos(ivy, 1);
  const isBusy = vi.spyOn(backend.services.queue, 'isBusy').mockResolvedValue(true);
  backend.tryOnDrawer.problems = ['eyes_covered'];
  const list = [{ photo: photos[0], problems: ['eyes_covered'] }];
  expect((await ivy.post('checkPhotos', { photos })).data.list).toEqual(list);
  expect((await ivy.post('checkPhotos', { photos })).data.list).toEqual(list);
  expect(backend.tryOnDrawer.inspected).toBe(1);
  isBusy.mockRestore();
});

test('photos of another user, missing photos, and too many photos are not compared', async () => {
  const bob = await signIn(backend, 'Bob');
  const eve = await signIn(backend, 'Eve');
  const [own, other] = await uploadPhotos(eve, 2);
  const [foreign] = await uploadPhotos(bob);
  const codeOf = async (...photos: string[]) => (await eve.post('checkPhotos', { photos })).code;
  expect(await codeOf(own!, foreign!)).toBe(1003);
  expect(await codeOf(foreign!, own!)).toBe(1003);
  expect(await codeOf(own!, other!.replace('photo_1', 'photo_9'))).toBe(1003);
  expect(await codeOf(own!, 'x')).toBe(1004);
  expect(await codeOf(own!, own!, own!, own!, own!, own!)).toBe(1004);
  expect(backend.tryOnDrawer.compared).toBe(0);
});

test('a user can run only one photo check at a time', async () => {
  const cat = await signIn(backend, 'Cat');
  const photos = await uploadPhotos(cat, 2);
  let finish: ((others: boolean[]) => void) | undefined;
  const finding = new Promise<boolean[]>(resolve => (finish = resolve));
  const findOthers = vi.spyOn(backend.tryOnDrawer, 'findOthers').mockReturnValue(finding);
  const first = cat.post('checkPhotos', { photos });
  await waitFor('the comparison of the photos', () => findOthers.mock.calls.length === 1);
  expect((await cat.post('checkPhotos', { photos })).code).toBe(1005);
  finish!([false]);
  expect((await first).data.list).toMatchObject([{}, { photo: photos[1], shows_other: false }]);
});

test('photos are not compared while a job runs', async () => {
  const dan = await signIn(backend, 'Dan');
  const work = pauseWork(backend.generator);
  await createJob(dan);
  await work.begun();
  const { data } = await dan.post('checkPhotos', { photos: await uploadPhotos(dan, 2) });
  expect(data.list.map(({ shows_other }) => shows_other)).toEqual([undefined, undefined]);
  expect(backend.tryOnDrawer.compared).toBe(0);
  work.release();
});

test('comparisons wait in the try-on queue and are skipped if the caller hung up', async () => {
  const [eli, flo, gil] = await Promise.all(['Eli', 'Flo', 'Gil'].map(name => signIn(backend, name)));
  const [ofEli, ofFlo, ofGil] = await Promise.all([eli!, flo!, gil!].map(user => uploadPhotos(user, 2)));
  const drawing = pauseDrawing(backend.tryOnDrawer);
  const tryOn = eli!.post('previewTemplates', { photo: ofEli![0]!, template_ids: [1] });
  await drawing.begun();
  await (await callOf(gil!, 'checkPhotos', { photos: ofGil })).hangUp();
  const checked = flo!.post('checkPhotos', { photos: ofFlo! });
  const user_id = await userIdOf(flo!);
  const spent = () => countOfDay(backend.services.db.query, 'photo-checks', user_id, new Date());
  await waitFor('the check of the photos', async () => (await spent()) > 0);
  expect(backend.tryOnDrawer.compared).toBe(0);

  drawing.release();
  expect((await tryOn).data.list).toHaveLength(1);
  expect((await checked).data.list).toHaveLength(2);
  expect(backend.tryOnDrawer.compared).toBe(1);
});

test('photo checks use up no try-ons, and a user without checks left today gets only known results', async () => {
  const hal = await signIn(backend, 'Hal');
  const user_id = await userIdOf(hal);
  const { query } = backend.services.db;
  const photos = await uploadPhotos(hal, 5);
  expect((await hal.post('checkPhotos', { photos })).data.list).toHaveLength(5);
  expect(await countOfDay(query, 'previews', user_id, new Date())).toBe(0);

  Object.assign(backend.tryOnDrawer, { compared: 0, inspected: 0 });
  const today = { time: new Date(), more: bounds.photoComparisons.ofOne };
  await addToDay(query, 'photo-comparisons', user_id, today);
  const [, , , , , other] = await uploadPhotos(hal, 6);
  expect((await hal.post('checkPhotos', { photos: [photos[0]!, other!] })).data.list).toEqual([
    { photo: photos[0], problems: [] },
  ]);
  expect(backend.tryOnDrawer).toMatchObject({ compared: 0, inspected: 0 });
});
