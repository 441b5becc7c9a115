import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBackend, signIn, type TestBackend, type TestUser } from '../server/support/backend.ts';
import { createJob, ledgerOf, uploadPhotos, waitForStatus } from '../server/support/jobs.ts';
import { openTestDatabase, type TestDatabase } from '../server/support/test-database.ts';
import { waitFor } from '../server/support/wait-for.ts';
import { order, pay } from '../support/api/api.ts';

const role = `tyy_scarce_${randomBytes(4).toString('hex')}`;

const writtenTables = ['users', 'tokens', 'jobs', 'pics', 'orders', 'coin_statements'];

/**
 * Every write runs this function first. Replacing it takes no lock on a table: dropping triggers instead would lock
 * several and can end in a deadlock with the backend, which is at work.
 */
const beforeWrite = (statement: string) =>
  `CREATE OR REPLACE FUNCTION before_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; END $$`;

/** PostgreSQL's error for each write on a full disk. */
const fullDisk = beforeWrite(
  "RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'",
);
const room = beforeWrite('RETURN NEW');

let folder: string;
let database: TestDatabase;
let owner: pg.Client;
let backend: TestBackend;
let ann: TestUser;

beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/tyy-scarce-`);
  database = await openTestDatabase(folder, { tables: 'none' });
  owner = new pg.Client(database.url);
  await owner.connect();
  await owner.query(`CREATE ROLE ${role} LOGIN; ALTER DATABASE ${owner.database} OWNER TO ${role}`);
  const url = Object.assign(new URL(database.url), { username: role });
  backend = await openTestBackend({ DATABASE_URL: url.href, JOB_LEASE: '3', GENERATE_COST: '5' });
  await owner.query(room);
  for (const table of writtenTables) {
    await owner.query(
      `CREATE TRIGGER room BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION before_write()`,
    );
  }
  ann = await signIn(backend, 'Ann');
});

afterAll(async () => {
  await backend.close();
  await owner.query(`ALTER DATABASE ${owner.database} OWNER TO CURRENT_USER; DROP OWNED BY ${role}`);
  await owner.query(`DROP ROLE ${role}`);
  await owner.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function endConnections(): Promise<void> {
  await owner.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`);
}

test.each([
  [
    'has no connection left',
    `ALTER ROLE ${role} CONNECTION LIMIT 0`,
    `ALTER ROLE ${role} CONNECTION LIMIT -1`,
  ],
  [
    'is read-only',
    `ALTER ROLE ${role} SET default_transaction_read_only = on`,
    `ALTER ROLE ${role} SET default_transaction_read_only = off`,
  ],
  ['has a full disk', fullDisk, room],
])(
  'while PostgreSQL %s every call that writes is refused for the moment, and nothing is lost',
  async (_, begin, end) => {
    const before = await ledgerOf(ann);
    const resource_pics = await uploadPhotos(ann);
    const { order_id } = await order(ann, 1);
    const receipt = await pay(ann, order_id);
    let goOn = () => {};
    backend.generator.beforeReturn = () => new Promise(resolve => (goOn = resolve));
    const { data } = await createJob(ann);
    const running = data.train_and_generate_info;
    await waitForStatus(ann, running, 4);

    await owner.query(begin);
    await endConnections();
    backend.generator.beforeReturn = async () => {};
    goOn();
    const calls = {
      goTrainAndGeneratePic: { template_id: 1, resource_pics },
      createOrder: { config_id: 1 },
      paySuccess: { order_id, receipt },
      login: { login_type: 'facebook', token: `sandbox:${before.length}` },
    };
    const call = ([name, payload]: [string, object]) =>
      backend.app.inject({
        method: 'POST',
        url: `/v1/${name}`,
        payload,
        headers: { authorization: `Bearer ${ann.token}`, 'idempotency-key': `during ${before.length}` },
      });
    for (const response of await Promise.all(Object.entries(calls).map(call))) {
      expect(response.json()).toMatchObject({ code: 1000, data: null });
      expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);
    }

    await owner.query(end);
    await endConnections();
    for (const again of Object.entries(calls).slice(0, 3)) {
      await waitFor(`${again[0]} to work`, async () => (await call(again)).json().code === 0);
    }
    // The next case blocks new jobs, so wait for these.
    const { data: repeated } = (await call(['goTrainAndGeneratePic', calls.goTrainAndGeneratePic])).json();
    for (const job of [running, repeated.train_and_generate_info]) await waitForStatus(ann, job, 5);
    const rows = (await ledgerOf(ann)).slice(before.length);
    expect(rows.map(({ change }) => change)).toEqual([-5, -5, 100]);
  },
);
