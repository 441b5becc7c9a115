import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Job } from '../../../server/contract/jobs.ts';
import { askServer } from '../../../server/desk/desk-socket.ts';
import { signIn, type TestUser } from '../support/backend.ts';
import { forFile } from '../support/for-file.ts';
import { finishedJob, picsOf } from '../support/jobs.ts';
import { openDeskWorld } from './desk-world.ts';

const why = ['--reason', 'a hand covers the face'];

const world = await forFile(openDeskWorld());

afterEach(async () => {
  for (const name of await readdir(world.folder)) await rm(join(world.folder, name));
});

async function withPics(name: string): Promise<{ user: TestUser; job: Job; id: string }> {
  const user = await signIn(world.backend, name);
  const job = await finishedJob(user);
  return { user, job, id: String(job.generate_id) };
}

/** Sends the request that the desk command sends to the server. */
function ask(job: string, confirmed = true) {
  const given = { page: 1, limit: 50, doneBy: 'Mia', reason: 'asked' };
  const request = { verb: 'job pictures', values: { job }, ...given };
  return askServer(world.backend.services.config.dataDir, { request, confirmed });
}

async function looksAt(job: string): Promise<unknown[]> {
  const { query } = world.backend.services.db;
  const looks = query.selectFrom('audit').select(['before', 'after']).where('action', '=', 'job pictures');
  return (await looks.execute()).filter(({ before }) => before.job === job);
}

const saved = () => readdir(world.folder);

test('the desk saves a user’s pictures only if the user allows it, and the user sees each access', async () => {
  const { user, id } = await withPics('Ann Seen');
  const look = ['job', 'pictures', id, ...why, '--as', 'Mia', '--yes'];
  const refused = await world.desk(...look);
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('does not allow it') });
  expect(await saved()).toEqual([]);

  const { until } = (await user.post('allowSupport', { allow: true })).data;
  const { facts, rows } = await world.report(...look);

  const list = await picsOf(user, { generate_id: id });
  const names = list.map(({ id }) => `${id}.jpg`);
  expect(facts).toMatchObject({ job: id, missing: 0 });
  expect(rows).toEqual(names.map(file => ({ file })));
  expect(await saved()).toEqual(names.toSorted());
  for (const name of names) {
    const path = join(world.folder, name);
    expect((await readFile(path)).subarray(0, 2).toString('hex')).toBe('ffd8');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  }
  const shown = await world.report('user', 'show', String(facts!.user_id));
  expect(shown.facts).toMatchObject({ support_until: `${until!.slice(0, 19)}Z` });
  expect(shown.rows!.filter(({ what }) => /^support|^job pictures/.test(String(what)))).toMatchObject([
    { what: 'support allow (the user)' },
    { what: 'job pictures: a hand covers the face (Mia)', about: id },
  ]);

  world.backend.clock.ahead += 24 * 60 * 60_000;
  expect(await ask(id)).toEqual({ refusal: expect.stringContaining('does not allow it') });
  expect(await looksAt(id)).toHaveLength(1);
});

test('the desk asks before it saves pictures; then it checks the access again and skips deleted pictures', async () => {
  const { user, job, id } = await withPics('Cat Changes');
  await user.post('allowSupport', { allow: true });
  expect(await ask(id, false)).toEqual({ plan: expect.stringMatching(/^Save the 4 pictures of the job/) });

  await user.post('allowSupport', { allow: false });
  expect(await ask(id)).toEqual({ refusal: expect.stringContaining('does not allow it') });

  await user.post('allowSupport', { allow: true });
  const list = await picsOf(user, { generate_id: id });
  await user.post('deleteTrainAndGenerate', { train_id: job.train_id, generate_id: id, pic_id: list[0]!.id });
  const left = await ask(id);
  expect(left && 'report' in left && left.report.files?.map(({ name }) => name)).toEqual(
    list.slice(1).map(({ id }) => `${id}.jpg`),
  );

  await user.post('deleteAccount');
  expect(await ask(id)).toEqual({ refusal: expect.stringContaining('There is no job') });
  expect(await looksAt(id)).toHaveLength(1);
});

test('no pictures are saved if the user withdraws support access while the server reads them', async () => {
  const { user, id } = await withPics('Dee Late');
  await user.post('allowSupport', { allow: true });
  const { store } = world.backend.services;
  const read = store.get.bind(store);
  store.get = async key => {
    await user.post('allowSupport', { allow: false });
    return read(key);
  };

  const end = await ask(id);

  store.get = read;
  expect(end).toEqual({ refusal: expect.stringContaining('does not allow it') });
  expect(await looksAt(id)).toEqual([]);
});
