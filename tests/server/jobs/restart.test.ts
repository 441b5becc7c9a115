import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { uploadPhoto } from '../../support/api/a-job.ts';
import { ApiUser, dataOf, overHttp, signInAt } from '../../support/api/api.ts';
import { putEmptyDatabase } from '../support/test-database.ts';
import { waitFor } from '../support/wait-for.ts';

let dataDir: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tyy-restart-'));
  await putEmptyDatabase(dataDir);
});

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts a backend process; with `halfway` it never finishes a job. Also returns its origin. */
async function start(generator: 'halfway' | 'quick'): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, [inject('scripts')['stuck-backend'], generator], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout! })) return { child, origin: line };
  throw new Error(await text(child.stderr!));
}

test('the next process finishes a killed process’s job, at the same price and with the pics already made', async () => {
  const first = await start('halfway');
  const ann = await signInAt(first.origin, 'Ann');
  const resource_pics = [await uploadPhoto(ann)];
  const created = await dataOf(ann.post('goTrainAndGeneratePic', { template_id: 1, resource_pics }));
  const { train_id, generate_id } = created.train_and_generate_info;
  const jobOf = async (user: ApiUser) =>
    (await dataOf(user.get('getTrainAndGenerateResultById', { train_id, generate_id })))
      .train_and_generate_info;
  await waitFor('two pics', async () => (await jobOf(ann)).pics?.length === 2);
  const seen = (await jobOf(ann)).pics!;
  const tagsAt = (origin: string) =>
    Promise.all(
      seen.map(async ({ list_url }) => {
        const response = await fetch(list_url.replace(first.origin, origin));
        return response.headers.get('etag');
      }),
    );
  const tags = await tagsAt(first.origin);

  first.child.kill('SIGKILL');
  await once(first.child, 'exit');

  const second = await start('quick');
  const later = new ApiUser(overHttp(second.origin), ann.token);
  await waitFor('the job to be done', async () => (await jobOf(later)).status === 5);
  const { list } = await dataOf(later.get('getUserPicsByGenerateId', { generate_id }));
  const ids = list.map(({ id }) => id);
  expect(new Set(ids).size).toBe(4);
  expect(ids.slice(0, 2)).toEqual(seen.map(({ id }) => id));
  expect(await tagsAt(second.origin)).toEqual(tags);
  const ledger = await dataOf(later.get('getCoinStatementList'));
  expect(ledger.list.map(({ change }) => change)).toEqual([-20, 50]);

  // A third process on the same data would lose rows, so it exits with an error.
  await expect(start('quick')).rejects.toThrow(/Another process \(\d+ on .*\) is using .*DATABASE_URL/);
  second.child.kill('SIGTERM');
  expect(await once(second.child, 'exit')).toEqual([0, null]);
});
