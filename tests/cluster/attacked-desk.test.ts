import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Job } from '../../server/contract/jobs.ts';
import { parkPayment } from '../../server/money/parked-payments.ts';
import { runDesk } from '../server/desk/desk-world.ts';
import { openTestBackend, signIn, type TestBackend } from '../server/support/backend.ts';
import { createJob, waitForStatus } from '../server/support/jobs.ts';
import { waitFor } from '../server/support/wait-for.ts';
import { someOf } from '../support/some-of.ts';
import { sharedOwnedDatabase } from './owned-database.ts';

const why = ['--reason', 'a test', '--yes'];

const database = sharedOwnedDatabase();
const { role } = database;
let folder: string;
let backend: TestBackend;
/** Environment of the desk command, with its own database role. The role has all rights unless a test revokes some. */
let environment: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tyy-attacked-'));
  backend = await openTestBackend({ DATABASE_URL: database.url });
  await database.owner.query(`GRANT ALL ON SCHEMA public, pgboss TO ${role};
    GRANT ALL ON ALL TABLES IN SCHEMA public, pgboss TO ${role};
    GRANT ALL ON ALL SEQUENCES IN SCHEMA public, pgboss TO ${role}`);
  environment = { DATABASE_URL: database.urlOfRole, DATA_DIR: backend.services.config.dataDir };
});

afterAll(async () => {
  await backend.close();
  await rm(folder, { recursive: true });
});

const run = (...words: string[]) => runDesk(environment, words, folder);

async function anId(name: string): Promise<string> {
  const user = await signIn(backend, name);
  return (await user.get('getUserInfo')).data.user_id;
}

/** All rows that desk commands can change, as one text. */
async function everything(): Promise<string> {
  const tables = ['users', 'tokens', 'coin_statements', 'jobs', 'orders', 'takings', 'audit'];
  const more = ['parked_payments', 'template_choices', 'pics', 'reports', 'erasures'];
  const found = [];
  for (const table of [...tables, ...more]) {
    const { rows } = await database.owner.query(`SELECT to_jsonb(x)::text AS row FROM ${table} x ORDER BY 1`);
    found.push(table, ...rows.map(({ row }) => row));
  }
  return found.join('\n');
}

test.each(
  someOf(1, [
    ['cannot write the audit', `REVOKE INSERT ON audit FROM ${role}`, `GRANT INSERT ON audit TO ${role}`],
    ['can only read', `REVOKE UPDATE ON users FROM ${role}`, `GRANT UPDATE ON users TO ${role}`],
    [
      'finds a full disk',
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON audit EXECUTE FUNCTION full_disk()`,
      'DROP FUNCTION full_disk CASCADE',
    ],
  ] as const),
)('a desk command that %s changes nothing and reports this', async (what, begin, end) => {
  const id = await anId(`Ann ${what}`);
  const before = await everything();
  await database.owner.query(begin);

  const { code, out, err } = await run('user', 'gift', id, '20', ...why);

  await database.owner.query(end);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^(permission denied for table \w+|could not extend file: .+)\n$/);
  expect(await everything()).toBe(before);
});

async function finishedJob(name: string): Promise<{ id: string; job: Job }> {
  const user = await signIn(backend, name);
  const { data } = await createJob(user);
  const job = await waitForStatus(user, data.train_and_generate_info, 5);
  await user.post('allowSupport', { allow: true });
  return { id: String(job.generate_id), job };
}

async function aReport(name: string): Promise<string> {
  const user = await signIn(backend, name);
  const { id: generate_id } = await finishedJob(name);
  const [pic] = (await user.get('getUserPicsByGenerateId', { generate_id })).data.list;
  return (await user.post('reportPic', { generate_id, pic_id: pic!.id, reason: 'other' })).data.receipt;
}

/**
 * One command for each kind of change, each on its own user or payment. `restore` and `on` work like `hide` and `off`.
 */
async function changes(): Promise<string[][]> {
  for (const receipt of ['r1', 'r2']) {
    const payment = { receipt, provider: 'stripe', orderId: 'gone', amount: 1000, currency: 'cny' };
    await parkPayment(backend.services.db, { ...payment, problem: 'gone' }, backend.services.clock());
  }
  const verbs = someOf<() => Promise<string[]>>(4, [
    async () => ['user', 'gift', await anId('Gil Gift'), '20'],
    async () => ['user', 'delete', await anId('Dan Deleted')],
    async () => ['parked', 'credit', 'r1', await anId('Pat Parked'), 'coins_100'],
    async () => ['job', 'give-back', (await finishedJob('Bea Back')).id],
    async () => ['user', 'end-sessions', await anId('Eve Ends')],
    async () => ['parked', 'refunded', 'r2'],
    async () => ['job', 'retry', await aFailedJob()],
    async () => ['job', 'pictures', (await finishedJob('Lea Looks')).id],
    async () => ['report', 'hide', await aReport('Hal Hidden')],
    async () => ['template', 'off', '2'],
    async () => ['template', 'first', '4'],
  ]);
  return Promise.all(verbs.map(verb => verb()));
}

async function aFailedJob(): Promise<string> {
  const { id } = await finishedJob('Fay Fails');
  await database.owner.query('UPDATE jobs SET status = 6 WHERE generate_id = $1', [id]);
  return id;
}

/**
 * Counts the command's connections. Uses the backend's connection, because pg_stat_activity would not change inside the
 * owner's transaction.
 */
async function connections(where: string): Promise<number> {
  const found = sql`SELECT pid FROM pg_stat_activity WHERE usename = ${role} AND ${sql.raw(where)}`;
  return (await found.execute(backend.services.db.query)).rows.length;
}

/** Kills a command while it waits to write the audit, which is its last write. */
async function killInTheMiddle(words: string[]): Promise<void> {
  await database.owner.query('BEGIN; LOCK TABLE audit IN EXCLUSIVE MODE');
  const desk = spawn(process.execPath, [inject('scripts').desk, ...words, ...why], {
    env: { ...process.env, NODE_ENV: 'development', ...environment },
    cwd: folder,
    stdio: 'ignore',
  });
  const end = once(desk, 'exit');
  const waiting = () => connections("wait_event_type = 'Lock' AND query LIKE 'insert into \"audit\"%'");
  await waitFor(words.join(' '), async () => (await waiting()) === 1);
  desk.kill('SIGKILL');
  await end;
  await database.owner.query('COMMIT');
  await waitFor('no connection', async () => (await connections('true')) === 0);
}

test('a desk command killed before its last write leaves no change, and can be repeated', async () => {
  const verbs = await changes();
  const before = await everything();
  for (const words of verbs) await killInTheMiddle(words);

  expect(await everything()).toBe(before);
  const again = await Promise.all(verbs.slice(0, 3).map(words => run(...words, ...why)));
  expect(again.map(({ code, err }) => [code, err])).toEqual(again.map(() => [0, '']));
});
