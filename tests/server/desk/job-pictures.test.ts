import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Job } from '../../../server/contract/jobs.ts';
import { askServer } from '../../../server/desk/desk-socket.ts';
import { runVerb } from '../../../server/desk/run-verb.ts';
import { buy } from '../../support/api/api.ts';
import { signIn, type TestUser } from '../support/backend.ts';
import { forFile } from '../support/for-file.ts';
import { finishedJob, picsOf } from '../support/jobs.ts';
import { sharedBackend } from '../support/shared-backend.ts';
import { openDeskWorld, runDesk } from './desk-world.ts';

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

const backend = sharedBackend();

async function sumsOf(month?: string) {
  const values: Record<string, string> = month ? { month } : {};
  const request = { verb: 'sums', values, page: 1, limit: 50, doneBy: 'test', reason: '' };
  const response = await runVerb(backend.services, request, true);
  if (!('report' in response)) throw new Error(JSON.stringify(response));
  return response.report;
}

test('sums of payments and refunds are exact to the cent, and months end at the exact millisecond', async () => {
  const takings: [string, string, number][] = [
    ['2024-01-31T23:59:59.999Z', 'stripe', 700],
    ['2024-02-01T00:00:00.000Z', 'stripe', 1999],
    ['2024-02-14T08:00:00.000Z', 'stripe', 10],
    ['2024-02-14T08:00:00.000Z', 'stripe', 20],
    ['2024-02-15T08:00:00.000Z', 'stripe', -300],
    ['2024-02-29T23:59:59.999Z', 'sandbox', 5],
    ['2024-03-01T00:00:00.000Z', 'stripe', 900],
  ];
  const rows = takings.map(([time, provider, amount], index) => {
    return { time: new Date(time), provider, order_id: String(index), amount, coins: 0, days: 0 };
  });
  await backend.services.db.query.insertInto('takings').values(rows).execute();

  expect((await sumsOf('2024-01')).rows).toMatchObject([{ orders: 1, sold_yuan: 7 }]);
  expect((await sumsOf('2024-02')).rows).toEqual([
    { channel: 'sandbox', orders: 1, sold_yuan: 0.05, returned_yuan: 0, kept_yuan: 0.05 },
    { channel: 'stripe', orders: 3, sold_yuan: 20.29, returned_yuan: 3, kept_yuan: 17.29 },
  ]);
  expect((await sumsOf('2024-03')).rows).toMatchObject([{ orders: 1, sold_yuan: 9 }]);
});

test('payments of deleted accounts still count, but their unspent coins and days do not', async () => {
  const ann = await signIn(backend, 'Ann');
  const bob = await signIn(backend, 'Bob');
  await buy(ann, 1);
  await buy(bob, 101);
  const month = new Date(backend.services.clock()).toISOString().slice(0, 7);

  expect(await sumsOf()).toEqual({
    facts: { month, coins_owed: 200, vip_days_owed: 30, parked: 'nothing' },
    rows: [{ channel: 'sandbox', orders: 2, sold_yuan: 35, returned_yuan: 0, kept_yuan: 35 }],
  });
  await ann.post('deleteAccount');
  expect(await sumsOf(month)).toMatchObject({
    facts: { coins_owed: 50 },
    rows: [{ orders: 2, sold_yuan: 35 }],
  });
});

test('without a running server the desk opens the database itself, or names the process that uses it', async () => {
  await signIn(backend, 'Ann Alone');
  const { dataDir: DATA_DIR, databaseUrl } = backend.services.config;
  const environment = { DATA_DIR, DATABASE_URL: databaseUrl ?? '' };

  const { code, out, err } = await runDesk(environment, ['user', 'find', 'Ann', '--csv']);

  if (databaseUrl === null) {
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`is using ${DATA_DIR}`) });
  } else {
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(',Ann Alone,facebook,50,,') });
  }
});

test('the desk command does not create a missing database', async () => {
  const DATA_DIR = join(backend.services.config.dataDir, 'no-data');

  const run = await runDesk({ DATA_DIR, DATABASE_URL: '' }, ['user', 'find', 'Ann']);

  expect(run).toEqual({
    code: 1,
    out: '',
    err: `There is no database in ${DATA_DIR}; set DATA_DIR or DATABASE_URL as for the server.\n`,
  });
});
