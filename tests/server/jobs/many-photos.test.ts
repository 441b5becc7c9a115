import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addToDay, countOfDay } from '../../../server/accounts/day-counts.ts';
import { openTestBackend, signIn, type TestBackend, type TestUser } from '../support/backend.ts';
import { uploadPhotos } from '../support/jobs.ts';
import { waitFor } from '../support/wait-for.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await openTestBackend();
});

afterAll(() => backend.close());

/** Requests pics of so many photos, each of these bytes. */
async function createWith(user: TestUser, bytes: Buffer, of = 1) {
  const resource_pics = await uploadPhotos(user, of);
  const { store, storage } = backend.services;
  await Promise.all(resource_pics.map(address => store.put(storage.keyOf(address)!, bytes, 'image/png')));
  return user.post('goTrainAndGeneratePic', { template_id: 1, resource_pics });
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888' } })
    .png()
    .toBuffer();

test('five costly photos of one user are checked between those of others, and no longer than some time a day', async () => {
  const [fay, gus] = await Promise.all([signIn(backend, 'Fay'), signIn(backend, 'Gus')]);
  const { db } = backend.services;
  const order: string[] = [];
  const ofFay = createWith(fay, await plain(7000, 7000), 5);
  const { user_id } = (await fay.get('getUserInfo')).data;
  const spent = () => countOfDay(db.query, 'photo-checks', user_id, new Date());
  await waitFor('the first of them', async () => (await spent()) > 0);
  await Promise.all([
    ofFay.then(() => order.push('Fay')),
    createWith(gus, await plain(300, 400)).then(() => order.push('Gus')),
  ]);
  expect(order).toEqual(['Gus', 'Fay']);

  await addToDay(db.query, 'photo-checks', user_id, { time: new Date(), more: 120_000 });
  const refused = await createWith(fay, await plain(300, 500));
  expect([refused.status, refused.message]).toEqual([
    429,
    'Your photos took too long to check today. Come back tomorrow.',
  ]);
});

test('photos that are known to be good wait for none that is being checked, and what its header refuses costs no time', async () => {
  const { db, photoChecks, storage, store } = backend.services;
  const hal = await signIn(backend, 'Hal');
  const { user_id } = (await hal.get('getUserInfo')).data;
  const keys = (await uploadPhotos(hal, 3)).map(address => storage.keyOf(address)!);
  const [known, costly, text] = keys as [string, string, string];
  await Promise.all([
    store.put(costly, await plain(7000, 7000), 'image/png'),
    store.put(text, Buffer.from('no picture'), 'image/png'),
  ]);
  await expect(photoChecks.check(user_id, [text])).rejects.toMatchObject({ statusCode: 200 });
  const days = await db.query.selectFrom('day_counts').select('kind').where('count', '=', 0).execute();
  expect(days).toEqual([]);
  await photoChecks.check(user_id, [known]);

  const order: string[] = [];
  const slow = photoChecks.check(user_id, [costly]).then(() => order.push('costly'));
  await Promise.all([slow, photoChecks.check(user_id, [known]).then(() => order.push('known'))]);

  expect(order).toEqual(['known', 'costly']);
});

test('of many calls with large photos those that would wait too long are asked to come again', async () => {
  const users = await Promise.all(
    Array.from({ length: 110 }, (_, index) => signIn(backend, `Crowd ${index}`)),
  );
  const photo = await plain(6000, 6000);
  const replies = await Promise.all(users.map(user => createWith(user, photo)));
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter(status => status === 200).length).toBeGreaterThan(0);
  expect(statuses.filter(status => status === 503).length).toBeGreaterThan(0);
  expect(statuses.filter(status => ![200, 503].includes(status))).toEqual([]);
});
