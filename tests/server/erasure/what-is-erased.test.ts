import { createHash, randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signIn, type TestUser } from '../support/backend.ts';
import { coinsOf, createJob, ledgerOf, uploadPhotos, waitForStatus } from '../support/jobs.ts';
import { sharedBackend } from '../support/shared-backend.ts';

const backend = sharedBackend({ AD_REWARD_SECRET: 'hush', PHOTO_DAYS: '30' });

function watchAd(user: TestUser) {
  const timestamp = Math.floor((Date.now() + backend.clock.ahead) / 1000);
  const nonce = randomUUID().replaceAll('-', '').slice(0, 10);
  const sign = createHash('sha256').update(`${timestamp}${nonce}hush`).digest('hex');
  return user.post('adReward', { timestamp, nonce, sign, id: nonce });
}

test('who deletes the account and comes back gets no second gift, and the ads of the day are counted on', async () => {
  let ann = await signIn(backend, 'Ann');
  expect(await coinsOf(ann)).toBe(50);
  for (let ad = 0; ad < 6; ad++) expect((await watchAd(ann)).code).toBe(0);

  for (const left of [4, 0]) {
    await ann.post('deleteAccount');
    ann = await signIn(backend, 'Ann');
    expect(await coinsOf(ann)).toBe(0);
    expect(await ledgerOf(ann)).toEqual([]);
    for (let ad = 0; ad < left; ad++) expect((await watchAd(ann)).code).toBe(0);
    if (left === 0) expect((await watchAd(ann)).code).toBe(1005);
  }

  backend.clock.ahead = 24 * 60 * 60 * 1000;
  expect((await watchAd(ann)).code).toBe(0);
  backend.clock.ahead = 0;
});

test('what stays of the account names nobody', async () => {
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

/** Waits until another user's job is done: it starts only after the previous job has been cleaned up. */
async function finishAnother(): Promise<void> {
  backend.generator.beforeReturn = async () => {};
  const another = await signIn(backend, 'Another');
  await waitForStatus(another, (await createJob(another)).data.train_and_generate_info, 5);
}

const idOf = async (user: TestUser) => (await user.get('getUserInfo')).data.user_id;

test('all pics deleted while a job runs: its coins come back once, those of a finished one do not, and no pic is left', async () => {
  const ann = await signIn(backend, 'Rosa');
  const userId = await idOf(ann);
  const finished = await createJob(ann);
  await waitForStatus(ann, finished.data.train_and_generate_info, 5);
  const signal = await runJob(ann);

  expect((await ann.post('deleteAllPics')).code).toBe(0);
  expect(signal.aborted).toBe(true);
  expect((await ann.post('deleteAllPics')).code).toBe(0);
  await finishAnother();

  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, -20, -20, 20]);
  expect((await ann.get('getTrainAndGenerateResultList')).data.list).toEqual([]);
  expect(await backend.services.store.deletePrefix(`pics/${userId}/`)).toBe(0);
});

test('an account that goes while a job of it runs calls that off at once', async () => {
  const ben = await signIn(backend, 'Rolf');
  const userId = await idOf(ben);
  const signal = await runJob(ben);

  expect((await ben.post('deleteAccount')).code).toBe(0);
  expect(signal.aborted).toBe(true);
  await finishAnother();
  expect(await backend.services.store.deletePrefix(`pics/${userId}/`)).toBe(0);
});

const day = 24 * 60 * 60;

test('a user sees what is stored of them, since when and until when, and nobody else does', async () => {
  const [ann, bob] = [await signIn(backend, 'Sara'), await signIn(backend, 'Sven')];
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
    // By name they sort differently than by age.
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
