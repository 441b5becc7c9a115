import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBackend, signIn, type TestBackend } from '../support/backend.ts';
import { createJob, uploadPhotos, waitForStatus } from '../support/jobs.ts';

const day = 24 * 60 * 60;
let backend: TestBackend;

beforeAll(async () => {
  backend = await openTestBackend({ PHOTO_DAYS: '30' });
});

afterAll(() => backend.close());

test('a user sees what is stored of them, since when and until when, and nobody else does', async () => {
  const [ann, bob] = [await signIn(backend, 'Ann'), await signIn(backend, 'Bob')];
  await uploadPhotos(ann, 2);

  const { list } = (await ann.get('getPhotos')).data;
  expect(list.map(({ id }) => id).sort()).toEqual(['photo_0.jpg', 'photo_1.jpg']);
  for (const { size, upload_time, erase_time, pic_url } of list) {
    expect(size).toBeGreaterThan(100);
    expect(Math.abs(upload_time - Date.now() / 1000)).toBeLessThan(60);
    expect(erase_time - upload_time).toBe(30 * day);
    const picture = await backend.app.inject(
      new URL(pic_url, 'http://x').pathname + new URL(pic_url, 'http://x').search,
    );
    expect(picture.statusCode).toBe(200);
  }
  expect((await bob.get('getPhotos')).data.list).toEqual([]);
});

test('the latest hundred photos are listed, the newest first, and none that has just gone', async () => {
  const hal = await signIn(backend, 'Hal');
  const { store, config } = backend.services;
  const prefix = `photos/${(await hal.get('getUserInfo')).data.user_id}/`;
  const now = Math.floor(Date.now() / 1000);
  for (let age = 0; age < 102; age++) {
    // By name they are in another order.
    const key = `${prefix}${(age * 37) % 102}.jpg`;
    await store.put(key, Buffer.from('a photo'), 'image/jpeg');
    await utimes(join(config.dataDir, 'objects', `${key}@object`), now - age, now - age);
  }
  const { head } = store;
  const gone = `${prefix}${37 * 2}.jpg`;
  store.head = async key => (key === gone ? null : head(key));

  const { list } = (await hal.get('getPhotos')).data;
  store.head = head;
  const ages = Array.from({ length: 100 }, (_, age) => age).filter(age => age !== 2);
  expect(list.map(({ upload_time }) => now - upload_time)).toEqual(ages);
});

test('an erased photo is gone with a receipt, from the store and from what the wizard offers', async () => {
  const eve = await signIn(backend, 'Eve');
  const { data } = await createJob(eve);
  await waitForStatus(eve, data.train_and_generate_info, 5);
  const [photo] = (await eve.get('getPhotos')).data.list;

  const receipt = (await eve.post('deletePhoto', { id: photo!.id })).data;
  expect(receipt).toMatchObject({ id: photo!.id, size: photo!.size });
  expect(Math.abs(receipt.erase_time - Date.now() / 1000)).toBeLessThan(60);
  expect((await eve.get('getPhotos')).data.list).toEqual([]);
  expect((await eve.get('getPersonalPics')).data.list).toEqual([]);
  expect((await eve.post('deletePhoto', { id: photo!.id })).code).toBe(1003);
});

test.each(['../photos', '../../pics/x.jpg', 'none.jpg', '.', 'a/../b'])(
  'an id like %s names nothing',
  async id => {
    const dan = await signIn(backend, 'Dan');
    expect((await dan.post('deletePhoto', { id })).code).toBe(1003);
  },
);

test("another user's photo is not found", async () => {
  const [fay, gil] = [await signIn(backend, 'Fay'), await signIn(backend, 'Gil')];
  await uploadPhotos(fay, 1);
  const { user_id } = (await fay.get('getUserInfo')).data;

  expect((await gil.post('deletePhoto', { id: 'photo_0.jpg' })).code).toBe(1003);
  expect((await gil.post('deletePhoto', { id: `../${user_id}/photo_0.jpg` })).code).toBe(1003);
  expect((await fay.get('getPhotos')).data.list).toHaveLength(1);
});
