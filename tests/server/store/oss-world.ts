import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OSS from 'ali-oss';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openDatabase } from '../../../server/db/database.ts';
import { sendRefusal } from '../../../server/http/refusals.ts';
import { openEndpoints } from '../../../server/store/local-storage.ts';
import { ossEndpoint } from '../../../server/store/oss/oss-endpoint.ts';
import type { IssuedCredentials } from '../../../server/store/oss/upload-credentials.ts';
import { signedPictures } from '../../../server/store/signed-pictures.ts';
import { openTestDatabase } from '../support/test-database.ts';

const minute = 60 * 1000;

export const bucket = 'tyy-photos';

/** Opens a database that all tests of a file share, because opening a database takes a second. */
async function openRows() {
  const folder = await mkdtemp(join(tmpdir(), 'tyy-rows-'));
  const { url, drop } = await openTestDatabase(folder);
  const db = await openDatabase({ dataDir: folder, databaseUrl: url || null });
  return {
    db,
    async close() {
      await db.close();
      await drop();
      await rm(folder, { recursive: true });
    },
  };
}

/** A new store for each test of a file; all stores use the same database. */
export function ossWorlds(): OssWorld {
  const world = {} as OssWorld;
  let rows: Awaited<ReturnType<typeof openRows>>;
  beforeAll(async () => {
    rows = await openRows();
  });
  afterAll(() => rows.close());
  beforeEach(async () => {
    Object.assign(world, await openOssWorld(rows));
  });
  afterEach(() => world.close());
  return world;
}

export type OssWorld = Awaited<ReturnType<typeof openOssWorld>>;

/** Opens a store in a temporary folder, with a clock that the test sets, and listens on a free loopback port. */
export async function openOssWorld(rows?: Awaited<ReturnType<typeof openRows>>) {
  const folder = await mkdtemp(join(tmpdir(), 'tyy-store-'));
  const secret = new TextEncoder().encode('a secret of the test');
  let ahead = 0;
  let isActive = true;
  const clock = () => Date.now() + ahead;

  const own = rows ? null : await openRows();
  const { db } = rows ?? own!;
  const problems: Error[] = [];
  const logged: string[] = [];
  const endpoints = await openEndpoints({
    dataDir: folder,
    secret,
    db,
    clock,
    maxBytes: 400_000,
    onProblem: problem => problems.push(problem),
  });
  const { store, uploads, credentials, signer } = endpoints;
  // Without this, closing would wait 72 seconds for an unused keep-alive connection.
  const app = Fastify({
    forceCloseConnections: true,
    logger: { level: 'error', stream: { write: line => logged.push(line) } },
  });
  app.setErrorHandler(sendRefusal);
  await app.register(ossEndpoint, { ...endpoints, db, isActive: async () => isActive });
  await app.register(signedPictures, { store, signer });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });

  return {
    origin,
    folder,
    db,
    store,
    uploads,
    /** Errors from abandoned tasks. */
    problems,
    /** The endpoint's log lines about errors. */
    logged,
    /** Issues upload credentials of a session that lasts until `endSession`. */
    issue: (prefix: string) => credentials.issue(prefix, 'a session'),
    endSession: () => {
      isActive = false;
    },
    signer,
    passMinutes: (minutes: number) => {
      ahead += minutes * minute;
    },
    client: (issued: IssuedCredentials, changes = {}) =>
      new OSS({ ...clientOptions(origin, issued), ...changes }),
    close: async () => {
      await app.close();
      await db.query.deleteFrom('begun_uploads').execute();
      await db.query.deleteFrom('upload_counts').execute();
      await own?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function clientOptions(origin: string, issued: IssuedCredentials) {
  return {
    accessKeyId: issued.access_key_id,
    accessKeySecret: issued.access_key_secret,
    stsToken: issued.security_token,
    // Silences the SDK's warning about expiring tokens.
    refreshSTSToken: async () => Promise.reject(new Error('no renewal in tests')),
    refreshSTSTokenInterval: 60 * minute,
    bucket,
    region: 'oss-cn-hangzhou',
    endpoint: origin,
    sldEnable: true,
    authorizationV4: true,
  };
}
