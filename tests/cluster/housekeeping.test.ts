import { existsSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { waitFor } from '../server/support/wait-for.ts';
import { sharedCluster } from './cluster.ts';

const cluster = sharedCluster();

test('a running worker regularly removes expired tokens and photos', async () => {
  const api = await cluster.start('api');
  const { user, photo } = await cluster.signIn(api, 'Ann');
  const { user_id } = (await user.get('getUserInfo')).data;
  await cluster.all(`INSERT INTO tokens (hash, user_id, expire_time)
    VALUES ('old', '${user_id}', now() - interval '1 second')`);
  const file = join(cluster.dataDir, 'objects', `${photo.slice(photo.indexOf('/photos/') + 1)}@object`);
  const longAgo = Date.now() / 1000 - 31 * 24 * 60 * 60;
  await utimes(file, longAgo, longAgo);

  await cluster.start('worker', { HOUSEKEEPING_PAUSE: '100' });
  await waitFor('the photo to be removed', () => !existsSync(file));
  const tokens = () => cluster.all("SELECT FROM tokens WHERE hash = 'old'");
  await waitFor('the token to be removed', async () => (await tokens()).length === 0);
  expect((await user.get('getUserInfo')).code).toBe(0);
});
