import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { parkPayment } from '../../server/money/payment-provider.ts';
import { runDesk } from '../server/desk/desk-world.ts';
import { openTestBackend, signIn, type TestBackend } from '../server/support/backend.ts';
import { createJob, waitForStatus } from '../server/support/jobs.ts';
import { waitFor } from '../server/support/wait-for.ts';
import { sharedOwnedDatabase } from './owned-database.ts';

const why = ['--reason', 'a test', '--yes'];

const database = sharedOwnedDatabase();
const { role } = database;
let folder: string;
let backend: TestBackend;
/** Environment for desk commands. Their database role has all rights, unless a test revokes some. */
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

/** Returns all rows that desk commands can change, as one text. */
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

test('a desk command that cannot write to the audit table changes nothing and reports the error', async () => {
  const id = await anId('Ann');
  const before = await everything();
  await database.owner.query(`REVOKE INSERT ON audit FROM ${role}`);

  const { code, out, err } = await run('user', 'gift', id, '20', ...why);

  await database.owner.query(`GRANT INSERT ON audit TO ${role}`);
  expect({ code, out, err }).toEqual({ code: 1, out: '', err: 'permission denied for table audit\n' });
  expect(await everything()).toBe(before);
});

/** Returns one command for each kind of change. No two commands change the same user or payment. */
async function changes(): Promise<string[][]> {
  const payment = { receipt: 'r1', provider: 'stripe', orderId: 'gone', amount: 1000, currency: 'cny' };
  await parkPayment(backend.services.db, { ...payment, problem: 'gone' }, backend.services.clock());
  const user = await signIn(backend, 'Bea Back');
  const { data } = await createJob(user);
  const { generate_id } = await waitForStatus(user, data.train_and_generate_info, 5);
  return [
    ['user', 'gift', await anId('Gil Gift'), '20'],
    ['user', 'delete', await anId('Dan Deleted')],
    ['parked', 'credit', 'r1', await anId('Pat Parked'), 'coins_100'],
    ['job', 'give-back', String(generate_id)],
  ];
}

/**
 * Counts the desk command's connections. Reads pg_stat_activity through the backend, because the owner's open
 * transaction would see only an old snapshot.
 */
async function connections(where: string): Promise<number> {
  const found = sql`SELECT pid FROM pg_stat_activity WHERE usename = ${role} AND ${sql.raw(where)}`;
  return (await found.execute(backend.services.db.query)).rows.length;
}

/** Kills a command just before its last write, which is the row in the audit table. */
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
