import { existsSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { waitFor } from '../server/support/wait-for.ts';
import { dataOf, order } from '../support/api/api.ts';
import { sharedCluster } from './cluster.ts';
import type { ServerProcess } from './server-process.ts';

const day = 24 * 60 * 60 * 1000;

const cluster = sharedCluster();
let api: ServerProcess;

beforeAll(async () => {
  api = await cluster.start('api', { HOUSEKEEPING_PAUSE: '100' });
  await cluster.start('worker', { HOUSEKEEPING_PAUSE: '100' });
});

// A second round shows that the task repeats instead of running only at the start.
test.each(['Ann', 'Bob'])('a running worker removes expired data by itself (round of %s)', async name => {
  const { user, photo } = await cluster.signIn(api, name);
  const { user_id } = await dataOf(user.get('getUserInfo'));
  const longAgo = (Date.now() - 31 * day) / 1000;

  await cluster.all(`INSERT INTO tokens (hash, user_id, expire_time)
    VALUES ('old-${name}', '${user_id}', now() - interval '1 second')`);
  await cluster.all(`INSERT INTO verified_ads (transaction_id, ad_id, time)
    VALUES ('ad-${name}', 'claim', now() - interval '3 days')`);
  const file = join(cluster.dataDir, 'objects', `${photo.slice(photo.indexOf('/photos/') + 1)}@object`);
  await utimes(file, longAgo, longAgo);
  const { order_id } = await order(user, 1);
  await cluster.all(
    `UPDATE orders SET create_time = now() - interval '3 days' WHERE order_id = '${order_id}'`,
  );

  const isGone = async (statement: string) => (await cluster.all(statement)).length === 0;
  await waitFor('the token to go', () => isGone(`SELECT FROM tokens WHERE hash = 'old-${name}'`));
  await waitFor('the ad to go', () => isGone('SELECT FROM verified_ads'));
  await waitFor('the photo to go', () => !existsSync(file));
  await waitFor('the order to be cancelled', () =>
    isGone(`SELECT FROM orders WHERE order_id = '${order_id}' AND status <> 'cancelled'`),
  );
  expect((await user.get('getUserInfo')).code).toBe(0);
});
