import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBackend, signIn, type TestBackend, type TestUser } from '../server/support/backend.ts';
import { createJob, ledgerOf, uploadPhotos, waitForStatus } from '../server/support/jobs.ts';
import { waitFor } from '../server/support/wait-for.ts';
import { order, pay } from '../support/api/api.ts';
import { sharedOwnedDatabase } from './owned-database.ts';

const writtenTables = ['users', 'tokens', 'jobs', 'pics', 'orders', 'coin_statements'];

/**
 * SQL that replaces the function that runs before every write. Unlike dropping triggers, it locks no tables, so it
 * cannot cause a deadlock with the running backend.
 */
const beforeWrite = (statement: string) =>
  `CREATE OR REPLACE FUNCTION before_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; END $$`;

/** Makes each write fail with PostgreSQL's error for a full disk. */
const fullDisk = beforeWrite(
  "RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'",
);
const room = beforeWrite('RETURN NEW');

const database = sharedOwnedDatabase({ tables: 'none' });
const { role } = database;
let backend: TestBackend;
let ann: TestUser;

beforeAll(async () => {
  await database.owner.query(`ALTER DATABASE ${database.owner.database} OWNER TO ${role}`);
  const settings = { DATABASE_URL: database.urlOfRole, JOB_LEASE: '3', GENERATE_COST: '5' };
  backend = await openTestBackend(settings);
  await database.owner.query(room);
  for (const table of writtenTables) {
    await database.owner.query(
      `CREATE TRIGGER room BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION before_write()`,
    );
  }
  ann = await signIn(backend, 'Ann');
});

afterAll(() => backend.close());

async function endConnections(): Promise<void> {
  await database.owner.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`,
  );
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
])('while PostgreSQL %s, each call that writes fails with 503 and nothing is lost', async (_, begin, end) => {
  const before = await ledgerOf(ann);
  const resource_pics = await uploadPhotos(ann);
  const { order_id } = await order(ann, 1);
  const receipt = await pay(ann, order_id);
  let goOn = () => {};
  backend.generator.beforeReturn = () => new Promise(resolve => (goOn = resolve));
  const { data } = await createJob(ann);
  const running = data.train_and_generate_info;
  await waitForStatus(ann, running, 4);

  await database.owner.query(begin);
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

  await database.owner.query(end);
  await endConnections();
  for (const again of Object.entries(calls).slice(0, 3)) {
    await waitFor(`${again[0]} to work`, async () => (await call(again)).json().code === 0);
  }
  // The next case blocks new jobs, so wait until these jobs end.
  const { data: repeated } = (await call(['goTrainAndGeneratePic', calls.goTrainAndGeneratePic])).json();
  for (const job of [running, repeated.train_and_generate_info]) await waitForStatus(ann, job, 5);
  const rows = (await ledgerOf(ann)).slice(before.length);
  expect(rows.map(({ change }) => change)).toEqual([-5, -5, 100]);
});
