import { expect, test } from 'vitest';
import type { Job, RejectReason } from '../../../server/contract/jobs.ts';
import { shotOf } from '../../../server/generator/portrait/shots.ts';
import { aPhoto } from '../support/a-photo.ts';
import { signIn, type TestUser } from '../support/backend.ts';
import { idsOf, waitForStatus } from '../support/jobs.ts';
import { sharedBackend } from '../support/shared-backend.ts';

const backend = sharedBackend({ GENERATE_COST: '10' });

/** Uploads photos, each with its name appended to its bytes; returns their addresses. */
async function upload(user: TestUser, names: string[]): Promise<string[]> {
  const { data } = await user.get('getOssStsInfo');
  return Promise.all(
    names.map(async name => {
      const key = `${data.prefix}${name}-${Math.random()}.jpg`;
      await backend.services.store.put(key, Buffer.concat([aPhoto, Buffer.from(`#${name}`)]), 'image/jpeg');
      return `${data.endpoint}/${data.bucket}/${key}`;
    }),
  );
}

async function finishedJob(user: TestUser, names: string[]) {
  const resource_pics = await upload(user, names);
  const { data } = await user.post('goTrainAndGeneratePic', { template_id: 1, resource_pics });
  return waitForStatus(user, data.train_and_generate_info, 5);
}

/** Names of the photos that a job's redo sends to the generator. */
async function redoPhotos(user: TestUser, job: Job, reason: RejectReason, resource_pics?: string[]) {
  const photos = resource_pics && { resource_pics };
  const { data } = await user.post('redoJob', { ...idsOf(job), reason, ...photos });
  await waitForStatus(user, data.train_and_generate_info, 5);
  return backend.generator.photos.at(-1)?.map(photo => photo.split('#').at(-1));
}

test('a redo of pics that do not look like the user uses more of the user’s photos, the front one first', async () => {
  const ann = await signIn(backend, 'Ann');
  await finishedJob(ann, ['a', 'b']);
  await finishedJob(ann, ['c', 'd']);
  const job = await finishedJob(ann, ['e', 'a']);
  // These photos were never used in a job and thus never checked, so the redo must not use them.
  await upload(ann, ['f']);
  await finishedJob(await signIn(backend, 'Bob'), ['g']);

  expect(await redoPhotos(ann, job, 'not-like-me')).toEqual(['e', 'a', 'c', 'd', 'b']);
  // The next draft still starts with the photos that the user chose.
  expect((await ann.get('getPersonalPics')).data.list).toHaveLength(2);
});

test('a redo uses at most five photos and no erased photos', async () => {
  const cat = await signIn(backend, 'Cat');
  await finishedJob(cat, ['a', 'b']);
  const { list } = (await cat.get('getPhotos')).data;
  await cat.post('deletePhoto', { id: list.find(({ id }) => id.startsWith('a-'))!.id });
  await finishedJob(cat, ['h', 'i']);
  const job = await finishedJob(cat, ['c', 'd', 'e', 'f']);
  expect(await redoPhotos(cat, job, 'not-like-me')).toEqual(['c', 'd', 'e', 'f', 'h']);
});

test('a redo uses the photo that the user chose for it, but no photo of another user', async () => {
  const fay = await signIn(backend, 'Fay');
  const job = await finishedJob(fay, ['a', 'b']);
  const foreign = await upload(await signIn(backend, 'Gus'), ['c']);
  const redo = { ...idsOf(job), reason: 'not-like-me' as const, resource_pics: foreign };
  expect((await fay.post('redoJob', redo)).code).toBe(1003);
  expect(await redoPhotos(fay, job, 'not-like-me', await upload(fay, ['d']))).toEqual(['d']);
});

test('each redo frames every shot differently', () => {
  for (const name of ['bust', 'close-up', 'half-body', 'low'] as const) {
    const [first, second, third] = [0, 1, 2].map(redo => shotOf(name, 0, redo));
    expect(second!.isMirrored).not.toBe(first!.isMirrored);
    expect(new Set([first!.eyes, second!.eyes, third!.eyes]).size).toBe(3);
  }
});

test('a redo of flawed pics or of a remote model’s pics uses only the photos of its job', async () => {
  const dan = await signIn(backend, 'Dan');
  await finishedJob(dan, ['a']);
  const job = await finishedJob(dan, ['b']);
  expect(await redoPhotos(dan, job, 'bad-picture')).toEqual(['b']);

  const { config } = backend.services;
  const before = config.remoteGenerator;
  config.remoteGenerator = { kind: 'dashscope' } as never;
  expect(await redoPhotos(dan, await finishedJob(dan, ['c']), 'not-like-me')).toEqual(['c']);
  config.remoteGenerator = before;
});
