import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { uploadPhoto } from '../../support/api/a-job.ts';
import { signInAt } from '../../support/api/api.ts';
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

/** Starts a backend process; with `halfway` it never finishes a job. Returns its origin. */
async function start(generator: 'halfway' | 'quick'): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, [inject('scripts')['stuck-backend'], generator], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout! })) return { child, origin: line };
  throw new Error(await textOf(child));
}

async function textOf(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stderr!) text += chunk;
  return text;
}

async function call(origin: string, token: string, path: string, body?: object) {
  const response = await fetch(`${origin}/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await response.json()).data;
}

test('a job of a process that was killed between two pics is finished by the next one: same price, four pics, those that were seen as they were', async () => {
  const first = await start('halfway');
  const ann = await signInAt(first.origin, 'Ann');
  const { token } = ann;
  const created = await call(first.origin, token, 'goTrainAndGeneratePic', {
    template_id: 1,
    resource_pics: [await uploadPhoto(ann)],
  });
  const { train_id, generate_id } = created.train_and_generate_info;
  const jobAt = async (origin: string) =>
    (await call(origin, token, `getTrainAndGenerateResultById?train_id=${train_id}`)).train_and_generate_info;
  await waitFor('two pics', async () => (await jobAt(first.origin)).pics?.length === 2);
  const seen = (await jobAt(first.origin)).pics as { id: string; list_url: string }[];
  const tagAt = async (origin: string, { list_url }: { list_url: string }) =>
    (await fetch(list_url.replace(first.origin, origin))).headers.get('etag');
  const tags = await Promise.all(seen.map(pic => tagAt(first.origin, pic)));

  first.child.kill('SIGKILL');
  await once(first.child, 'exit');

  const second = await start('quick');
  await waitFor('the job to be done', async () => (await jobAt(second.origin)).status === 5);
  const pics = await call(second.origin, token, `getUserPicsByGenerateId?generate_id=${generate_id}`);
  const ids = pics.list.map(({ id }: { id: string }) => id);
  expect(new Set(ids).size).toBe(4);
  expect(ids.slice(0, 2)).toEqual(seen.map(({ id }) => id));
  expect(await Promise.all(seen.map(pic => tagAt(second.origin, pic)))).toEqual(tags);
  const ledger = await call(second.origin, token, 'getCoinStatementList');
  expect(ledger.list.map(({ change }: { change: number }) => change)).toEqual([-20, 50]);

  // A second process on the same data would lose rows, so it exits with an error.
  await expect(start('quick')).rejects.toThrow(/Another process \(\d+ on .*\) is using .*DATABASE_URL/);
  second.child.kill('SIGTERM');
  expect(await once(second.child, 'exit')).toEqual([0, null]);
});
