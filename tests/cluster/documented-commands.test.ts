import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openTestDatabase, putEmptyDatabase } from '../server/support/test-database.ts';
import { aFinishedJob } from '../support/api/a-job.ts';
import { ApiUser, buy, dataOf, overHttp, signInAt } from '../support/api/api.ts';

const operations = await readFile('docs/operations.md', 'utf8');

/** The shell commands in a section of docs/operations.md, for the programs of this test. */
function commandsOf(section: string): string[] {
  const text = operations.split(`### ${section}\n`)[1]?.split('\n### ')[0] ?? '';
  const programs = dirname(inject('scripts').main);
  return [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) =>
    block.replaceAll('dist/server/', `${programs}/`).replace(/DATABASE_URL=postgres:\S+ /, ''),
  );
}

async function start(environment: Record<string, string>): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, [inject('scripts')['stuck-backend'], 'quick'], {
    env: { ...process.env, LOG_LEVEL: 'silent', REQUIRE_CONSENT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout! })) return { child, origin: line };
  throw new Error('the backend did not start');
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

test('the documented commands move the embedded database to PostgreSQL, back it up and restore it', async () => {
  const [dataDir, folder] = (await Promise.all(
    ['tyy-move-', 'tyy-backup-'].map(name => mkdtemp(join(tmpdir(), name))),
  )) as [string, string];
  onTestFinished(() =>
    Promise.all([dataDir, folder].map(path => rm(path, { recursive: true }))).then(() => {}),
  );
  await putEmptyDatabase(dataDir);
  const database = await openTestDatabase('', { tables: 'none' });
  onTestFinished(() => database.drop());
  const environment = { DATA_DIR: dataDir, DATABASE_URL: database.url };
  const run = (command: string) =>
    promisify(execFile)('bash', ['-ec', command], { cwd: folder, env: { ...process.env, ...environment } });

  const embedded = await start({ DATA_DIR: dataDir, DATABASE_URL: '' });
  const ann = await signInAt(embedded.origin, 'Ann');
  await buy(ann, 1);
  await aFinishedJob(ann);
  const seenBy = async (user: ApiUser) => ({
    coins: (await dataOf(user.get('getUserInfo'))).coins,
    ledger: (await dataOf(user.get('getCoinStatementList'))).list.map(({ job, ...row }) => row),
    jobs: (await dataOf(user.get('getTrainAndGenerateResultList'))).list.map(({ train_id }) => train_id),
  });
  const before = await seenBy(ann);
  expect(before.coins).toBe(130);
  const [move = ''] = commandsOf('From the embedded database to PostgreSQL');
  await expect(run(move)).rejects.toThrow('Another process');
  await stop(embedded.child);

  expect((await run(move)).stdout).toMatch(/^\d+ rows were copied/);
  await expect(run(move)).rejects.toThrow('is not empty');
  const moved = await start(environment);
  const there = new ApiUser(overHttp(moved.origin), ann.token);
  expect(await seenBy(there)).toEqual(before);
  // The ledger continues with the next number.
  await buy(there, 1);

  const [backup = '', audit = '', restore = ''] = commandsOf('Backup and restore');
  await run(backup);
  const saved = await seenBy(there);
  await signInAt(moved.origin, 'Bob').then(bob => bob.post('deleteAccount'));
  await stop(moved.child);
  await run(audit);
  expect(await readFile(join(folder, 'audit.csv'), 'utf8')).toContain('account delete');
  await run('psql "$DATABASE_URL" -qc "DROP TABLE users CASCADE"');
  await rm(join(dataDir, 'objects'), { recursive: true });
  await writeFile(join(dataDir, 'secret'), 'damaged');

  await run(restore);
  const restored = await start(environment);
  expect(await seenBy(new ApiUser(overHttp(restored.origin), ann.token))).toEqual(saved);
  await stop(restored.child);
});
