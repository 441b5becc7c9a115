import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DatabasePlace, openDatabase } from '../../server/db/database.ts';
import { checksOf } from '../../server/doctor/checks-of.ts';
import { runChecks } from '../../server/doctor/run-checks.ts';
import { readConfig } from '../../server/settings/config.ts';
import { makeTables } from '../server/support/test-database.ts';
import { waitFor } from '../server/support/wait-for.ts';
import { freePort } from '../support/api/postgres.ts';
import { type OwnedDatabase, openOwnedDatabase } from './owned-database.ts';

let database: OwnedDatabase;
let said: string[];
const log = { info: (text: string) => void said.push(text), warn: (text: string) => void said.push(text) };

beforeEach(() => {
  said = [];
});

const place = (databaseUrl = database.url): DatabasePlace => ({ dataDir: '', databaseUrl });

const sentenceOf = (databaseUrl: string) =>
  makeTables(place(databaseUrl), log).then(
    () => 'it started',
    (error: Error) => error.message,
  );

async function doctorSays(DATABASE_URL: string): Promise<string> {
  const checks = checksOf(readConfig({ DATABASE_URL })).filter(({ service }) => service === 'PostgreSQL');
  const [finding] = await runChecks(checks);
  return finding!.says || finding!.state;
}

/** Returns the start's error message if the database server responds like this. */
async function sentenceAbout(says: PostgresDouble['says']): Promise<string> {
  const double = new PostgresDouble(says);
  const sentence = await sentenceOf(await double.open());
  await double.close();
  return sentence;
}

const wrongPassword = { code: '28P01', message: 'password authentication failed for user "tyy"' };

test.each([
  [wrongPassword, /DATABASE_URL or PGPASSWORD/],
  [{ code: '42501', message: 'must be owner of table jobs' }, /REASSIGN OWNED BY that role TO "tyy"/],
  [
    { code: '08P01', message: 'unsupported startup parameter: statement_timeout' },
    /ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout/,
  ],
  [{ code: '08P01', message: 'no such database: shop' }, /DATABASE_URL.+PgBouncer/],
  [{ code: 'XX000', message: 'something odd' }, /something odd \(XX000\)\. Check DATABASE_URL/],
])('the database error %j ends the start with advice and without the password', async (refusal, todo) => {
  const sentence = await sentenceAbout(refusal);
  expect(sentence).toContain(refusal.message);
  expect(sentence).toMatch(todo);
  expect(sentence).not.toContain('hush');
  expect(said).toEqual([]);
});

test.each([
  [
    { version: '120022', encoding: 'UTF8' },
    /^DATABASE_URL leads to PostgreSQL 12: update it to 15, or to 13/,
  ],
  [
    { version: '150004', encoding: 'LATIN1' },
    /^The database "shop" of DATABASE_URL has the encoding LATIN1, which .*ENCODING 'UTF8' TEMPLATE template0/s,
  ],
])('a PostgreSQL server with %j ends the start with advice', async (found, sentence) => {
  expect(await sentenceAbout({ row: { ...found, name: 'shop' } })).toMatch(sentence);
});

test.each([
  ['57P03', 'the database system is starting up', /starting up/],
  ['53300', 'sorry, too many clients already', /takes up to 10 connections/],
  ['08P01', 'pgbouncer cannot connect to server', /cannot connect to server/],
])('the start waits for the database after the error %s (%s)', async (code, message, hint) => {
  const double = new PostgresDouble({ code, message });
  const sentence = sentenceOf(await double.open());
  await waitFor('the sentence', () => said.length === 1);
  double.says = wrongPassword;
  expect(await sentence).toContain('PGPASSWORD');
  await double.close();
  expect(said[0]).toMatch(/^PostgreSQL at 127\.0\.0\.1:\d+ cannot be used yet: .+ Trying again\.$/);
  expect(said[0]).toMatch(hint);
});

describe('a start on a database without tables', () => {
  beforeEach(async () => {
    database = await openOwnedDatabase({ tables: 'none' });
  });
  afterEach(() => database.close());

  test('a migration may exceed the statement timeout, and its progress and duration are logged', async () => {
    const { owner } = database;
    await owner.query(`
    CREATE FUNCTION sleep() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_sleep(5.5) FROM pg_event_trigger_ddl_commands() WHERE object_identity = 'public.users';
    END $$;
    CREATE EVENT TRIGGER slow ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION sleep();
    ALTER DATABASE ${owner.database} SET statement_timeout = '1s'`);
    const db = await openDatabase(place(), log);
    await db.close();
    expect(await doctorSays(database.url)).toBe('works');
    expect(said[0]).toMatch(/^Migration [\w-]+ has been running for 5\.\d s\.$/);
    expect(said[1]).toMatch(/^Migration [\w-]+ took 5\.[5-9] s\.$/);
    const { rows } = await owner.query('SELECT name FROM kysely_migration');
    expect(said.filter(text => text.includes(' took '))).toHaveLength(rows.length);
  });

  test.each([
    [
      'is not allowed to make tables',
      '',
      'permission denied for schema public',
      'GRANT USAGE, CREATE ON SCHEMA public TO',
    ],
    [
      'is not allowed to make the queue’s schema',
      'GRANT USAGE, CREATE ON SCHEMA public TO PUBLIC',
      'permission denied for database',
      'GRANT CREATE ON DATABASE',
    ],
  ])('a database role that %s ends the start with the SQL to run', async (_, statement, words, todo) => {
    if (statement) await database.owner.query(statement);
    const { role, urlOfRole } = database;
    for (const sentence of [await doctorSays(urlOfRole), await sentenceOf(urlOfRole)]) {
      expect(sentence).toContain(words);
      expect(sentence).toContain(todo);
      expect(sentence).toContain(role);
    }
  });

  test('if the database, host or user is unknown, the start fails with an error that names it', async () => {
    const other = (changes: object) => Object.assign(new URL(database.url), changes).href;
    expect(await sentenceOf(other({ pathname: 'nowhere' }))).toMatch(
      /"nowhere" does not exist\. .*CREATE DATABASE "nowhere"/,
    );
    expect(await sentenceOf(other({ hostname: 'nowhere.invalid' }))).toMatch(
      /No name server knows .*DATABASE_URL/,
    );
    expect(await sentenceOf(other({ username: 'nobody' }))).toMatch(
      /role "nobody" does not exist\. Check the user of DATABASE_URL/,
    );
  });

  test('the start names the settings that PgBouncer lacks; with them, the start works and leaves no lock', async () => {
    const refusing = await openPooler(database.url, '');
    const [, limits] = (await sentenceOf(refusing.url)).match(/ignore_startup_parameters = ([\w,]+)/) ?? [];
    await refusing.close();
    expect(limits).toContain('statement_timeout');

    const pooler = await openPooler(database.url, limits!);
    for (let start = 0; start < 2; start += 1) {
      const both = await Promise.all([sentenceOf(pooler.url), sentenceOf(pooler.url)]);
      expect(both).toEqual(['it started', 'it started']);
      const { rows } = await database.owner.query(`SELECT FROM pg_locks JOIN pg_database ON oid = database
        WHERE locktype = 'advisory' AND datname = current_database()`);
      expect(rows).toEqual([]);
    }
    await pooler.close();
  });
});

/** Starts PgBouncer in front of the server at `url`. `ignored` is the value for ignore_startup_parameters. */
async function openPooler(url: string, ignored: string): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port, username, pathname } = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), 'tyy-pooler-'));
  const own = await freePort();
  await writeFile(
    join(folder, 'pooler.ini'),
    `[databases]
      * = host=${hostname} port=${port} user=${username}
      [pgbouncer]
      listen_addr = 127.0.0.1
      listen_port = ${own}
      unix_socket_dir =
      auth_type = any
      pool_mode = transaction
      ${ignored && `ignore_startup_parameters = ${ignored}`}`,
  );
  const isRoot = process.getuid?.() === 0;
  await chmod(folder, 0o755);
  // PgBouncer refuses to run as root.
  const user = isRoot ? ['-u', 'postgres'] : [];
  const child = spawn('pgbouncer', ['-q', ...user, join(folder, 'pooler.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.on('error', () => {});
  const through = `postgres://${username}@127.0.0.1:${own}${pathname}`;
  await waitFor('pgbouncer (Debian: apt-get install pgbouncer)', () => isListening(own));
  return {
    url: through,
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

const isListening = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.unref().once('connect', () => socket.destroy());
  });

/** Fields of PostgreSQL's ErrorResponse. */
interface Refusal {
  code: string;
  message: string;
}

/** Builds a message in PostgreSQL's protocol: type, length, body. */
function message(letter: string, ...parts: (string | number | Buffer)[]): Buffer {
  const bytes = Buffer.concat(
    parts.map(part => {
      if (typeof part === 'string') return Buffer.from(`${part}\0`);
      return typeof part === 'number' ? int32(part) : part;
    }),
  );
  return Buffer.concat([Buffer.from(letter), int32(bytes.length + 4), bytes]);
}

const int32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer).swap32();
const int16 = (value: number) => Buffer.from(Uint16Array.of(value).buffer).swap16();
const ready = message('Z', Buffer.from('I'));

/** Builds a query response with one row of text columns. */
function row(values: Record<string, string>): Buffer {
  // Zeros for table, type and format declare a text column.
  const names = Object.keys(values).flatMap(name => [name, Buffer.alloc(18)]);
  const texts = Object.values(values).map(text =>
    Buffer.concat([int32(Buffer.byteLength(text)), Buffer.from(text)]),
  );
  return Buffer.concat([
    message('T', int16(texts.length), ...names),
    message('D', int16(texts.length), ...texts),
    message('C', 'SELECT 1'),
    ready,
  ]);
}

/** A fake PostgreSQL server: refuses each connection with an error, or responds to each query with the same row. */
class PostgresDouble {
  says: Refusal | { row: Record<string, string> };
  readonly #server = createServer(socket => {
    const { says } = this;
    socket.on('error', () => {});
    socket.once('data', () => {
      if ('code' in says) {
        socket.end(message('E', 'SFATAL', 'VFATAL', `C${says.code}`, `M${says.message}`, ''));
      } else {
        socket.write(Buffer.concat([message('R', 0), ready]));
        socket.on('data', ([letter]) =>
          letter === 'X'.charCodeAt(0) ? socket.end() : socket.write(row(says.row)),
        );
      }
    });
  });

  constructor(says: PostgresDouble['says']) {
    this.says = says;
  }

  /** Starts to listen; returns the server's DATABASE_URL. */
  async open(): Promise<string> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve));
    return `postgres://tyy:hush@127.0.0.1:${(this.#server.address() as AddressInfo).port}/shop`;
  }

  async close(): Promise<void> {
    await new Promise(resolve => this.#server.close(resolve));
  }
}
