import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jobStatus } from '../../server/jobs/status.ts';
import { openServices } from '../../server/services/services.ts';
import { readConfig } from '../../server/settings/config.ts';
import { markOfStore } from '../../server/store/common-store.ts';
import { openTestDatabase } from '../server/support/test-database.ts';
import { createJob } from '../support/api/a-job.ts';
import { sharedCluster } from './cluster.ts';
import { templateThat } from './templates-that.ts';

const cluster = sharedCluster();

const account = {
  region: 'cn-hangzhou',
  bucket: 'faces',
  roleArn: '',
  accessKeyId: '',
  accessKeySecret: '',
  endpoint: null,
  stsEndpoint: null,
};

test('markOfStore returns the same mark for two configurations only if they use the same store', () => {
  const [one, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  expect(markOfStore(null, one)).toBe(markOfStore(null, new Uint8Array(one)));
  expect(markOfStore(null, one)).not.toBe(markOfStore(null, other));
  expect(markOfStore(account, one)).toBe(markOfStore({ ...account, accessKeyId: 'another key' }, other));
  expect(markOfStore(account, one)).not.toBe(markOfStore({ ...account, bucket: 'others' }, one));
  expect(markOfStore(account, one)).not.toBe(markOfStore({ ...account, region: 'cn-beijing' }, one));
  expect(markOfStore(account, one)).not.toBe(markOfStore(null, one));
});

test('a worker whose object store differs from the API’s fails to start with an error that says why', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tyy-stores-'));
  const database = await openTestDatabase(folder);
  const start = (ROLE: string, name: string) =>
    openServices(
      readConfig({ ROLE, DATABASE_URL: database.url, DATA_DIR: join(folder, name), LOG_LEVEL: 'silent' }),
    );
  const api = await start('api', 'one');
  await expect(start('worker', 'other')).rejects.toThrow(/another store than the API.*OSS_BUCKET.*DATA_DIR/);
  const worker = await start('worker', 'one');

  await Promise.all([api.close(), worker.close()]);
  await database.drop();
  await rm(folder, { recursive: true });
});

test('a worker that started before the API, but with a different object store, takes no jobs', async () => {
  const misplaced = await cluster.start('worker', { DATA_DIR: join(cluster.dataDir, 'other') });
  const { user, photo } = await cluster.signIn(await cluster.start('api'), 'Ada');
  const { generate_id } = await createJob(user, photo, templateThat.succeeds);
  await cluster.start('worker');

  await expect
    .poll(() => cluster.job(generate_id), { timeout: 30_000 })
    .toMatchObject({ status: jobStatus.generateSuccess });
  expect((await fetch(`${misplaced.origin}/readyz`)).status).toBe(503);
});
