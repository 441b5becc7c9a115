import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDir } from '../../../server/db/data-dir.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { runVerb } from '../../../server/desk/run-verb.ts';
import { openTestBackend, signIn } from '../support/backend.ts';
import { finishedJob } from '../support/jobs.ts';
import { openTestDatabase } from '../support/test-database.ts';

const module = new URL('../../../server/db/data-dir.ts', import.meta.url).href;

const script = `import(${JSON.stringify(module)})
  .then(({ lockDataDir }) => lockDataDir(process.argv[1]))
  .then(() => { console.log('locked'); setInterval(() => {}, 1000); });`;

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tyy-lock-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function lockElsewhere(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout!, 'data');
  return child;
}

test('a second process can open the database only after the first process has died', async () => {
  const first = await lockElsewhere();
  await expect(lockDataDir(dataDir)).rejects.toThrow(`(${first.pid} on ${hostname()}) is using ${dataDir}`);
  first.kill('SIGKILL');
  await once(first, 'exit');
  // A new process may have the killed process's pid, as in a new container, so an equal pid must not keep the lock.
  const file = join(dataDir, 'owner.json');
  const owner = await readFile(file, 'utf8');
  for (const pid of [first.pid, process.pid]) {
    await mkdir(join(dataDir, 'lock'), { recursive: true });
    await writeFile(file, JSON.stringify({ ...JSON.parse(owner), pid }));
    await (await lockDataDir(dataDir))();
  }
});

test('a lock held by another machine is respected until it is stale', async () => {
  const owner = { pid: 1, host: 'elsewhere', boot: 'another' };
  await writeFile(join(dataDir, 'owner.json'), JSON.stringify(owner));
  await mkdir(join(dataDir, 'lock'));
  await expect(lockDataDir(dataDir)).rejects.toThrow('1 on elsewhere');
  const before = new Date(Date.now() - 11_000);
  await utimes(join(dataDir, 'lock'), before, before);
  await (await lockDataDir(dataDir))();
});

const beforeRelease = /^The database was made by a version before 1\.0\.0, .+Start with an empty database/;

test.each([
  [
    'an older server with the database of a newer version',
    '999-later',
    /^The database was made by a newer version, which added 999-later; this one ends with \d{3}-[\w-]+\. Start/,
  ],
  ['a release with the tables of the first draft', '001-people-and-jobs', beforeRelease],
  ['a release with the tables of the last draft', '001-tables', beforeRelease],
])('%s refuses to start and explains why', async (_, migration, sentence) => {
  const { url, drop } = await openTestDatabase(dataDir);
  const place = { dataDir, databaseUrl: url || null };
  const newer = await openDatabase(place);
  await sql`INSERT INTO kysely_migration (name, timestamp) VALUES (${migration}, '2030-01-01')`.execute(
    newer.query,
  );
  await newer.close();

  await expect(openDatabase(place)).rejects.toThrow(sentence);
  await drop();
});

test('ids beyond 2^31 and sums beyond 21 million yuan are exact', async () => {
  const backend = await openTestBackend();
  const { db } = backend.services;
  const first = 3_000_000_000;
  for (const [table, column] of [
    ['coin_statements', 'id'],
    ['jobs', 'position'],
    ['takings', 'id'],
    ['audit', 'id'],
  ])
    await sql`ALTER TABLE ${sql.table(table!)} ALTER ${sql.ref(column!)} RESTART WITH ${sql.lit(first)}`.execute(
      db.query,
    );
  const user = await signIn(backend, 'Late');
  await finishedJob(user);
  const taken = {
    time: new Date(),
    provider: 'stripe',
    order_id: 'o',
    amount: 2_000_000_000,
    coins: 0,
    days: 0,
  };
  await db.query.insertInto('takings').values([taken, taken]).execute();

  const request = {
    verb: 'sums',
    values: { month: taken.time.toISOString().slice(0, 7) },
    page: 1,
    limit: 50,
  };
  const response = await runVerb(backend.services, { ...request, doneBy: 'test', reason: '' }, true);
  expect(response).toMatchObject({ report: { rows: [{ channel: 'stripe', sold_yuan: 40_000_000 }] } });
  expect((await user.get('getTrainAndGenerateResultList')).data.list).toHaveLength(1);
  expect(await db.query.selectFrom('coin_statements').select('id').orderBy('id').execute()).toEqual([
    { id: first },
    { id: first + 1 },
  ]);
  await backend.close();
});
