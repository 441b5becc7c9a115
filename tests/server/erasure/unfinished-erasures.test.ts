import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeOldPhotos } from '../../../server/erasure/erase-account.ts';
import { finishErasures } from '../../../server/store/erasures.ts';
import { signIn } from '../support/backend.ts';
import { finishedJob, idOf, picsOf, uploadPhotos } from '../support/jobs.ts';
import { keysBelow } from '../support/keys-below.ts';
import { sharedBackend } from '../support/shared-backend.ts';
import { waitFor } from '../support/wait-for.ts';

const day = 24 * 60 * 60 * 1000;
const backend = sharedBackend({ LOG_LEVEL: 'error' });

/** Makes the store fail for matching keys while `act` runs. */
async function whileFailing(
  isFailing: (place: string) => boolean,
  act: () => Promise<unknown>,
): Promise<void> {
  const { store } = backend.services;
  const { delete: deleteOne, deletePrefix } = store;
  const outOfOrder = () => Promise.reject(Object.assign(new Error('out of order'), { code: 'EIO' }));
  store.delete = key => (isFailing(key) ? outOfOrder() : deleteOne(key));
  store.deletePrefix = (prefix, until) => (isFailing(prefix) ? outOfOrder() : deletePrefix(prefix, until));
  await act().finally(() => Object.assign(store, { delete: deleteOne, deletePrefix }));
}

async function noted(): Promise<string[]> {
  const rows = await backend.services.db.query.selectFrom('erasures').select('prefix').execute();
  return rows.map(({ prefix }) => prefix);
}

async function keysOf(userId: string): Promise<string[]> {
  const { store } = backend.services;
  const kinds = ['photos', 'previews', 'pics'];
  return (await Promise.all(kinds.map(kind => keysBelow(store, `${kind}/${userId}/`)))).flat();
}

const finish = () => finishErasures(backend.services, error => expect.fail(String(error)));

async function somebody(name: string) {
  const user = await signIn(backend, name);
  return { user, job: await finishedJob(user), userId: await idOf(user) };
}

test('an account is gone at once even if its deletion fails halfway, and its files are erased later', async () => {
  const { user, userId } = await somebody('Ann');
  await whileFailing(
    place => place.startsWith(`pics/${userId}/`),
    async () => {
      expect((await user.post('deleteAccount')).code).toBe(0);
    },
  );
  expect((await user.get('getUserInfo')).code).toBe(1002);
  expect(backend.logged.join()).toContain('out of order');
  expect(await keysOf(userId)).toHaveLength(4);

  await finish();
  expect(await keysOf(userId)).toEqual([]);
  expect(await noted()).toEqual([]);
});

test('if deleting all pics fails halfway, the remaining pics are erased later and newer photos are kept', async () => {
  const { user, userId } = await somebody('Bob');
  const prefix = `photos/${userId}/`;
  const plan = { key: `${prefix}parts.jpg`, type: 'image/jpeg' };
  const before = await backend.services.endpoints!.uploads.initiate(prefix, plan);
  await whileFailing(
    place => place.startsWith('photos/'),
    async () => {
      expect((await user.post('deleteAllPics')).status).toBe(500);
    },
  );
  expect(await keysOf(userId)).toEqual([`photos/${userId}/photo_0.jpg`]);
  const { store, endpoints } = backend.services;
  const erased = Date.now();
  await waitFor('a later millisecond', () => Date.now() > erased);
  const since = await endpoints!.uploads.initiate(prefix, plan);
  await store.put(`photos/${userId}/new.jpg`, Buffer.from('new'), 'image/jpeg');

  await finish();
  expect(await keysOf(userId)).toEqual([`photos/${userId}/new.jpg`]);
  expect(await endpoints!.uploads.list(since, plan.key)).toEqual([]);
  await expect(endpoints!.uploads.list(before, plan.key)).rejects.toMatchObject({ code: 'NoSuchUpload' });
});

test('failed erasures of a photo, a job and a pic are completed later', async () => {
  const { user, job, userId } = await somebody('Cid');
  const { train_id, generate_id } = job;
  const list = await picsOf(user, { generate_id });
  await whileFailing(
    () => true,
    async () => {
      expect((await user.post('deletePhoto', { id: 'photo_0.jpg' })).status).toBe(500);
      const one = { train_id, generate_id, pic_id: list[0]!.id };
      expect((await user.post('deleteTrainAndGenerate', one)).status).toBe(500);
      expect((await user.post('deleteTrainAndGenerate', { train_id, generate_id })).status).toBe(500);
    },
  );
  expect(await keysOf(userId)).toHaveLength(5);

  await finish();
  expect(await keysOf(userId)).toEqual([]);
});

test('an old photo that cannot be removed does not block other photos and is erased on the next run', async () => {
  const users = await Promise.all(['Dan', 'Eve', 'Fay'].map(name => signIn(backend, name)));
  for (const user of users) await uploadPhotos(user, 1);
  const ids = await Promise.all(users.map(idOf));
  const left = async () => (await Promise.all(ids.map(keysOf))).flat();
  const { dataDir } = backend.services.config;
  // A file that is not a stored object must not stop the erasure.
  await mkdir(join(dataDir, 'objects/photos/x'), { recursive: true });
  await writeFile(join(dataDir, 'objects/photos/x/a b@object'), '');
  backend.clock.ahead = 31 * day;
  backend.logged.length = 0;
  await whileFailing(
    place => place.startsWith(`photos/${ids[1]}/`),
    () => removeOldPhotos(backend.services, 30),
  );
  expect(backend.logged.join()).toContain('out of order');
  expect(await left()).toEqual([`photos/${ids[1]}/photo_0.jpg`]);

  await finish();
  backend.clock.ahead = 0;
  expect(await left()).toEqual([]);
  expect(await readdir(join(dataDir, 'objects/photos/x'))).toHaveLength(1);
  await rm(join(dataDir, 'objects/photos/x'), { recursive: true });
});
