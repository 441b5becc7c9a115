import { createHash, randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signIn, type TestUser } from '../support/backend.ts';
import {
  changesOf,
  coinsOf,
  createJob,
  finishedJob,
  idOf,
  ledgerOf,
  openAddress,
  uploadPhotos,
  waitForStatus,
} from '../support/jobs.ts';
import { sharedBackend } from '../support/shared-backend.ts';

const backend = sharedBackend({ AD_REWARD_SECRET: 'hush', PHOTO_DAYS: '30' });

function watchAd(user: TestUser) {
  const timestamp = Math.floor((Date.now() + backend.clock.ahead) / 1000);
  const nonce = randomUUID().replaceAll('-', '').slice(0, 10);
  const sign = createHash('sha256').update(`${timestamp}${nonce}hush`).digest('hex');
  return user.post('adReward', { timestamp, nonce, sign, id: nonce });
}

test('a recreated account is a new user without a gift, and its ads of today still count', async () => {
  const bystander = await signIn(backend, 'Bob');
  let ann = await signIn(backend, 'Ann');
  const first = await idOf(ann);
  expect(await coinsOf(ann)).toBe(50);
  for (let ad = 0; ad < 6; ad++) expect((await watchAd(ann)).code).toBe(0);

  for (const left of [4, 0]) {
    await ann.post('deleteAccount');
    ann = await signIn(backend, 'Ann');
    expect(await idOf(ann)).not.toBe(first);
    expect(await coinsOf(ann)).toBe(0);
    expect(await ledgerOf(ann)).toEqual([]);
    for (let ad = 0; ad < left; ad++) expect((await watchAd(ann)).code).toBe(0);
    if (left === 0) expect((await watchAd(ann)).code).toBe(1005);
  }

  backend.clock.ahead = 24 * 60 * 60 * 1000;
  expect((await watchAd(ann)).code).toBe(0);
  backend.clock.ahead = 0;
  expect(await coinsOf(bystander)).toBe(50);
});

test('the remaining data of a deleted account identifies nobody', async () => {
  const zoe = await signIn(backend, 'Zoe');
  await zoe.post('deleteAccount');
  const rows = await backend.services.db.query.selectFrom('gone_users').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('Zoe');
  expect(await coinsOf(await signIn(backend, 'Zoe 2'))).toBe(50);
});

/** Starts a job that runs until it is cancelled; returns its abort signal. */
async function runJob(user: TestUser): Promise<AbortSignal> {
  const signals: AbortSignal[] = [];
  backend.generator.beforeReturn = signal => {
    signals.push(signal);
    return new Promise(resolve => signal.addEventListener('abort', () => resolve()));
  };
  const { data } = await createJob(user);
  await waitForStatus(user, data.train_and_generate_info, 4);
  await expect.poll(() => signals).toHaveLength(1);
  return signals[0]!;
}

/** Finishes another user's job. It starts only after the previous job is cleaned up, so this waits for the cleanup. */
async function finishAnother(): Promise<void> {
  backend.generator.beforeReturn = async () => {};
  const another = await signIn(backend, 'Another');
  await finishedJob(another);
}

test.each(['deleteAllPics', 'deleteAccount'] as const)(
  '%s cancels the running job, returns its coins once, and erases all photos and pics',
  async call => {
    const ann = await signIn(backend, `Rosa ${call}`);
    const userId = await idOf(ann);
    await finishedJob(ann);
    const signal = await runJob(ann);

    expect((await ann.post(call)).code).toBe(0);
    expect(signal.aborted).toBe(true);
    if (call === 'deleteAllPics') expect((await ann.post(call)).code).toBe(0);
    await finishAnother();

    for (const folder of ['photos', 'pics'])
      expect(await backend.services.store.deletePrefix(`${folder}/${userId}/`)).toBe(0);
    if (call === 'deleteAccount') return;
    expect(await changesOf(ann)).toEqual([50, -20, -20, 20]);
    expect((await ann.get('getTrainAndGenerateResultList')).data.list).toEqual([]);
    expect((await ann.get('getPersonalPics')).data.list).toEqual([]);
  },
);

const day = 24 * 60 * 60;

test('only the owner can list the stored photos, with their upload and erasure times', async () => {
  const [ann, bob] = [await signIn(backend, 'Sara'), await signIn(backend, 'Sven')];
  await uploadPhotos(ann, 2);

  const { list } = (await ann.get('getPhotos')).data;
  expect(list.map(({ id }) => id).sort()).toEqual(['photo_0.jpg', 'photo_1.jpg']);
  for (const { size, upload_time, erase_time, pic_url } of list) {
    expect(size).toBeGreaterThan(100);
    expect(Math.abs(upload_time - Date.now() / 1000)).toBeLessThan(60);
    expect(erase_time - upload_time).toBe(30 * day);
    expect((await openAddress(backend, pic_url)).statusCode).toBe(200);
  }
  expect((await bob.get('getPhotos')).data.list).toEqual([]);
});

test('the photo list has the hundred newest photos, newest first', async () => {
  const hal = await signIn(backend, 'Hal');
  const { store, config } = backend.services;
  const prefix = `photos/${await idOf(hal)}/`;
  const now = Math.floor(Date.now() / 1000);
  for (let age = 0; age < 102; age++) {
    // The names are not in the order of the ages, so a list sorted by name would fail.
    const key = `${prefix}${(age * 37) % 102}.jpg`;
    await store.put(key, Buffer.from('a photo'), 'image/jpeg');
    await utimes(join(config.dataDir, 'objects', `${key}@object`), now - age, now - age);
  }

  const { list } = (await hal.get('getPhotos')).data;
  const ages = Array.from({ length: 100 }, (_, age) => age);
  expect(list.map(({ upload_time }) => now - upload_time)).toEqual(ages);
});

test('erasing a photo returns a receipt, and the wizard no longer offers that photo', async () => {
  const eve = await signIn(backend, 'Eve');
  await finishedJob(eve);
  const [photo] = (await eve.get('getPhotos')).data.list;

  const receipt = (await eve.post('deletePhoto', { id: photo!.id })).data;
  expect(receipt).toMatchObject({ id: photo!.id, size: photo!.size });
  expect(Math.abs(receipt.erase_time - Date.now() / 1000)).toBeLessThan(60);
  expect((await eve.get('getPhotos')).data.list).toEqual([]);
  expect((await eve.get('getPersonalPics')).data.list).toEqual([]);
  expect((await eve.post('deletePhoto', { id: photo!.id })).code).toBe(1003);
});

test('a user cannot delete another user’s photo or a file outside the user’s photos', async () => {
  const [fay, gil] = [await signIn(backend, 'Fay'), await signIn(backend, 'Gil')];
  await uploadPhotos(fay, 1);
  const ids = [
    'photo_0.jpg',
    `../${await idOf(fay)}/photo_0.jpg`,
    '../photos',
    '../../pics/x.jpg',
    '.',
    'a/../b',
  ];
  for (const id of ids) expect((await gil.post('deletePhoto', { id })).code).toBe(1003);
  expect((await fay.get('getPhotos')).data.list).toHaveLength(1);
});
