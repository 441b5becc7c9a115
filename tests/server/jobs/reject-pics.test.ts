import { afterEach, expect } from 'vitest';
import type { Job, RejectReason } from '../../../server/contract/jobs.ts';
import { shotOf } from '../../../server/generator/portrait/shots.ts';
import { aPhoto } from '../support/a-photo.ts';
import { signIn, type TestUser } from '../support/backend.ts';
import {
  changesOf,
  createJob,
  deleteJob,
  finishJob,
  idsOf,
  ledgerOf,
  lookAt,
  startJob,
  waitForStatus,
} from '../support/jobs.ts';
import { pauseWork } from '../support/pause-work.ts';
import { sharedBackend, usersOf } from '../support/shared-backend.ts';

const day = 24 * 60 * 60 * 1000;
const reason = 'not-like-me';
const backend = sharedBackend({ FREE_REDOS: '1', REDO_REFUND: '1' });
const test = usersOf(backend);

afterEach(() => {
  backend.generator.problems = [];
  backend.generator.seeds = [];
  backend.generator.beforeReturn = async () => {};
  backend.clock.ahead = 0;
});

const redo = (user: TestUser, job: Job) => user.post('redoJob', { ...idsOf(job), reason });
const returnCoins = (user: TestUser, job: Job) => user.post('returnCoins', { ...idsOf(job), reason });
const jobsOf = async (user: TestUser) => (await user.get('getTrainAndGenerateResultList')).data.list;

async function finishedRedo(user: TestUser, job: Job): Promise<Job> {
  const { data } = await redo(user, job);
  return waitForStatus(user, data.train_and_generate_info, 5);
}

/** Makes the user with this nickname a subscriber for a day. */
async function subscribe(nickname: string): Promise<void> {
  await backend.services.db.query
    .updateTable('users')
    .set({ vip_level: 1, vip_expire_time: new Date(Date.now() + day) })
    .where('nickname', '=', nickname)
    .execute();
}

test('rejected pics are made again once, without a charge, with another seed', async ({ ann }) => {
  const first = await finishJob(ann);
  expect(first.remedy).toBe('redo');

  const again = await finishedRedo(ann, first);
  expect(again).toMatchObject({ template_id: first.template_id, remedy: 'coins' });
  expect(again.generate_id).not.toBe(first.generate_id);
  expect(new Set(backend.generator.seeds).size).toBe(2);
  expect(await lookAt(ann, first)).not.toHaveProperty('remedy');
  expect(await changesOf(ann)).toEqual([50, -20]);

  expect(await redo(ann, first)).toMatchObject({ status: 400, code: 1004 });
  expect(await redo(ann, again)).toMatchObject({ status: 400, code: 1004 });
  expect(await jobsOf(ann)).toHaveLength(2);
});

test('a job shows how many coins a failure or rejection returns: none for redos and subscribers', async () => {
  const [kim, lou] = await Promise.all([signIn(backend, 'Kim'), signIn(backend, 'Lou')]);
  await subscribe('Lou');
  const first = await finishJob(kim);
  expect(first.returnable_coins).toBe(20);
  backend.generator.problems = ['no_face'];
  for (const [user, { data }, coins] of [
    [kim, await createJob(kim), 20],
    [kim, await redo(kim, first), 0],
    [lou, await createJob(lou), 0],
  ] as const) {
    const created = data.train_and_generate_info;
    expect(created.returnable_coins).toBe(coins);
    expect((await waitForStatus(user, created, 3)).returnable_coins).toBe(coins);
  }
  expect(await changesOf(kim)).toEqual([50, -20, -20, 20]);

  backend.generator.problems = [];
  const again = await finishedRedo(lou, await finishJob(lou));
  expect(again).not.toHaveProperty('remedy');
  expect(await returnCoins(lou, again)).toMatchObject({ code: 1004 });
  expect(await changesOf(lou)).toEqual([50]);
});

test('a redo requested several times is made and counted once, and shows the rejected pic meanwhile', async () => {
  const bob = await signIn(backend, 'Bob 17');
  const first = await finishJob(bob);
  const { rejections } = backend.services;
  rejections.reset();
  const work = pauseWork(backend.generator);

  const both = await Promise.all([redo(bob, first), redo(bob, first)]);
  const later = await redo(bob, first);
  const redos = [...both, later].map(({ data }) => data.train_and_generate_info);
  expect(new Set(redos.map(({ generate_id }) => generate_id)).size).toBe(1);
  // Until its own first pic is ready, a redo shows the first rejected pic.
  expect((await lookAt(bob, redos[0]!)).cover_url).toBe(first.cover_url);
  expect(await jobsOf(bob)).toHaveLength(2);
  work.release();
  const again = await waitForStatus(bob, redos[0]!, 5);
  expect(again.cover_url).toBe(again.pics![0]!.list_url);
  await returnCoins(bob, again);
  const { values } = await rejections.get();
  expect(values.map(({ labels, value }) => ({ ...labels, value }))).toEqual([
    { template: first.template_id, reason, remedy: 'redo', value: 1 },
    { template: first.template_id, reason, remedy: 'coins', value: 1 },
  ]);
});

test('if the redo is rejected too, coins are returned once and the ledger shows the first job', async () => {
  const cat = await signIn(backend, 'Cat 18');
  const first = await finishJob(cat);
  expect(await returnCoins(cat, first)).toMatchObject({ code: 1004 });
  const again = await finishedRedo(cat, first);

  const replies = await Promise.all([returnCoins(cat, again), returnCoins(cat, again)]);
  expect(replies.map(({ code }) => code).sort()).toEqual([0, 1004]);
  expect(replies.find(({ code }) => code === 0)?.data).toEqual({ coins: 20 });
  const [, held, returned] = await ledgerOf(cat);
  expect(held).toMatchObject({ change: -20, job: { state: 'returned' } });
  expect(returned).toMatchObject({ change: 20, job: { state: 'returned', title: held?.job?.title } });
  expect(await lookAt(cat, again)).not.toHaveProperty('remedy');
  expect(await redo(cat, again)).toMatchObject({ code: 1004 });
});

test('the coins of a rejected redo are returned even if the first pics were deleted', async ({ dan }) => {
  const first = await finishJob(dan);
  const again = await finishedRedo(dan, first);
  await deleteJob(dan, first);
  expect(await returnCoins(dan, again)).toMatchObject({ code: 0 });
  expect(await changesOf(dan)).toEqual([50, -20, 20]);
});

test('a deleted, running or failed job cannot be redone, and neither can another user’s job', async () => {
  const eve = await signIn(backend, 'Eve 19');
  const fay = await signIn(backend, 'Fay 19');
  const first = await finishJob(eve);
  for (const call of [redo, returnCoins]) expect(await call(fay, first)).toMatchObject({ code: 1003 });
  await deleteJob(eve, first);
  for (const call of [redo, returnCoins]) expect(await call(eve, first)).toMatchObject({ code: 1003 });

  const work = pauseWork(backend.generator);
  const running = await startJob(eve);
  expect(await redo(eve, running)).toMatchObject({ code: 1004 });
  work.release();
  await waitForStatus(eve, running, 5);

  backend.generator.problems = ['no_face'];
  const refused = await finishJob(fay, 3);
  expect(await redo(fay, refused)).toMatchObject({ code: 1004 });
  expect(await changesOf(fay)).toEqual([50, -20, 20]);
});

test('a redo that fails or is deleted before its end moves no coins and can be requested again', async () => {
  const gil = await signIn(backend, 'Gil 20');
  const first = await finishJob(gil);
  backend.generator.problems = ['no_face'];
  const refused = (await redo(gil, first)).data.train_and_generate_info;
  await waitForStatus(gil, refused, 3);
  expect(await returnCoins(gil, refused)).toMatchObject({ code: 1004 });
  backend.generator.problems = [];

  pauseWork(backend.generator);
  const stopped = (await redo(gil, first)).data.train_and_generate_info;
  await deleteJob(gil, stopped);
  backend.generator.beforeReturn = async () => {};
  expect(await lookAt(gil, first)).toMatchObject({ remedy: 'redo' });
  await finishedRedo(gil, first);
  expect(await changesOf(gil)).toEqual([50, -20]);
});

test('a job can be redone only within a day after its end and while its photos exist', async ({ hal }) => {
  const first = await finishJob(hal);
  backend.clock.ahead = day + 60_000;
  expect(await redo(hal, first)).toMatchObject({ code: 1004 });
  expect(await lookAt(hal, first)).not.toHaveProperty('remedy');

  backend.clock.ahead = 0;
  const { list } = (await hal.get('getPhotos')).data;
  for (const { id } of list) await hal.post('deletePhoto', { id });
  expect(await redo(hal, first)).toMatchObject({ code: 1004, message: /erased/ });
  expect(await lookAt(hal, first)).toMatchObject({ remedy: 'redo' });
});

/** Redos that need more jobs than welcome coins pay for at the usual price. */
const cheap = sharedBackend({ GENERATE_COST: '10' });
const testCheap = usersOf(cheap);

/** Uploads photos, each with its name appended to its bytes; returns their addresses. */
async function upload(user: TestUser, names: string[]): Promise<string[]> {
  const { data } = await user.get('getOssStsInfo');
  return Promise.all(
    names.map(async name => {
      const key = `${data.prefix}${name}-${Math.random()}.jpg`;
      await user.backend.services.store.put(
        key,
        Buffer.concat([aPhoto, Buffer.from(`#${name}`)]),
        'image/jpeg',
      );
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
  return user.backend.generator.photos.at(-1)?.map(photo => photo.split('#').at(-1));
}

testCheap(
  'a redo of pics that do not look like the user uses more of the user’s photos, the front one first',
  async ({ ann }) => {
    await finishedJob(ann, ['a', 'b']);
    await finishedJob(ann, ['c', 'd']);
    const job = await finishedJob(ann, ['e', 'a']);
    // These photos were never used in a job and thus never checked, so the redo must not use them.
    await upload(ann, ['f']);
    await finishedJob(await signIn(cheap, 'Bob'), ['g']);

    expect(await redoPhotos(ann, job, 'not-like-me')).toEqual(['e', 'a', 'c', 'd', 'b']);
    // The next draft still starts with the photos that the user chose.
    expect((await ann.get('getPersonalPics')).data.list).toHaveLength(2);
  },
);

testCheap('a redo uses at most five photos and no erased photos', async ({ cat }) => {
  await finishedJob(cat, ['a', 'b']);
  const { list } = (await cat.get('getPhotos')).data;
  await cat.post('deletePhoto', { id: list.find(({ id }) => id.startsWith('a-'))!.id });
  await finishedJob(cat, ['h', 'i']);
  const job = await finishedJob(cat, ['c', 'd', 'e', 'f']);
  expect(await redoPhotos(cat, job, 'not-like-me')).toEqual(['c', 'd', 'e', 'f', 'h']);
});

testCheap(
  'a redo uses the photo that the user chose for it, but no photo of another user',
  async ({ fay }) => {
    const job = await finishedJob(fay, ['a', 'b']);
    const foreign = await upload(await signIn(cheap, 'Gus'), ['c']);
    const redo = { ...idsOf(job), reason: 'not-like-me' as const, resource_pics: foreign };
    expect((await fay.post('redoJob', redo)).code).toBe(1003);
    expect(await redoPhotos(fay, job, 'not-like-me', await upload(fay, ['d']))).toEqual(['d']);
  },
);

test('each redo frames every shot differently', () => {
  for (const name of ['bust', 'close-up', 'half-body', 'low'] as const) {
    const [first, second, third] = [0, 1, 2].map(redo => shotOf(name, 0, redo));
    expect(second!.isMirrored).not.toBe(first!.isMirrored);
    expect(new Set([first!.eyes, second!.eyes, third!.eyes]).size).toBe(3);
  }
});

testCheap(
  'a redo of flawed pics or of a remote model’s pics uses only the photos of its job',
  async ({ dan }) => {
    await finishedJob(dan, ['a']);
    const job = await finishedJob(dan, ['b']);
    expect(await redoPhotos(dan, job, 'bad-picture')).toEqual(['b']);

    const { config } = cheap.services;
    const before = config.remoteGenerator;
    config.remoteGenerator = { kind: 'dashscope' } as never;
    expect(await redoPhotos(dan, await finishedJob(dan, ['c']), 'not-like-me')).toEqual(['c']);
    config.remoteGenerator = before;
  },
);
