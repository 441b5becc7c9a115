import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Generator } from '../../../server/generator/generator.ts';
import { openLocalGenerator } from '../../../server/generator/local/local-generator.ts';
import { someOf } from '../../support/some-of.ts';
import { openTestBackend, signIn, type TestBackend, type TestUser } from '../support/backend.ts';
import { ledgerOf, uploadPhotos, waitForStatus } from '../support/jobs.ts';
import { portrait } from './a-photo.ts';
import { acceptedPhotos, advisedPhotos, refusedPhotos } from './odd-photos.ts';

let backend: TestBackend;
let local: Generator;
let good: Buffer;

// The photos are looked at as they are for users; pics are not what these tests are about.
beforeAll(async () => {
  backend = await openTestBackend();
  local = await openLocalGenerator({ deadline: 60_000, stopsWithin: 30_000 });
  backend.generator.inspect = local.inspect;
  good = await portrait().jpeg().toBuffer();
  expect(await local.inspect([good])).toEqual([{ problems: [] }]);
});

afterAll(async () => {
  await backend.close();
  await local.close();
});

/** Requests pics of photos, the front one first. */
async function request(user: TestUser, photos: Uint8Array[]) {
  const resource_pics = await uploadPhotos(user, photos.length);
  const { store, storage } = backend.services;
  for (const [index, address] of resource_pics.entries()) {
    await store.put(storage.keyOf(address)!, photos[index]!, 'image/jpeg');
  }
  return user.post('goTrainAndGeneratePic', { template_id: 1, resource_pics });
}

/** What is the same for whatever was refused: every coin is there, and nothing was made. */
async function expectNothingMade(user: TestUser, changes: number[]) {
  expect((await ledgerOf(user)).map(({ change }) => change)).toEqual(changes);
  expect((await user.get('getPersonalPics')).data.list).toEqual([]);
}

test.each(someOf(5, refusedPhotos))(
  '%s: the user is told why, and gets the coins back',
  async (name, photo, problem) => {
    const before = backend.generator.calls.generate;
    const user = await signIn(backend, name);
    const created = await request(user, [await photo()]);
    const job = await waitForStatus(user, created.data.train_and_generate_info, 3);

    expect(job.refuse_reasons).toEqual([{ index: 0, problems: [problem] }]);
    await expectNothingMade(user, [50, -20, 20]);
    expect(backend.generator.calls.generate).toBe(before);
  },
);

test('a photo that is bad beside a good one is the one that is named', async () => {
  const user = await signIn(backend, 'Ann');
  const [, wall] = refusedPhotos[0]!;
  const created = await request(user, [good, await wall()]);
  const job = await waitForStatus(user, created.data.train_and_generate_info, 3);
  expect(job.refuse_reasons).toEqual([{ index: 1, problems: ['no_face'] }]);
  await expectNothingMade(user, [50, -20, 20]);
});

test.each(someOf(5, advisedPhotos))(
  '%s: advised against, and drawn all the same',
  async (name, photo, reason) => {
    const user = await signIn(backend, name);
    const bytes = Buffer.from(await photo());
    expect((await local.inspect([bytes]))[0]!.problems).toContain(reason);
    const created = await request(user, [bytes]);
    await waitForStatus(user, created.data.train_and_generate_info, 5);
  },
);

test.each(someOf(3, acceptedPhotos))('a photo %s is as good as any other', async (name, photo) => {
  const user = await signIn(backend, name);
  const bytes = Buffer.from(await photo());
  const created = await request(user, [bytes]);
  await waitForStatus(user, created.data.train_and_generate_info, 5);
  expect(backend.generator.photos.at(-1)).toEqual([bytes.toString('latin1')]);
});
