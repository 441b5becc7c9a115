import { stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { waitFor } from '../server/support/wait-for.ts';
import { Cluster, call, type Node } from './cluster.ts';

const day = 24 * 60 * 60 * 1000;

let cluster: Cluster;
let api: Node;

beforeAll(async () => {
  cluster = await Cluster.open(inject('scripts').node);
  api = await cluster.start('api', { HOUSEKEEPING_PAUSE: '100' });
  await cluster.start('worker', { HOUSEKEEPING_PAUSE: '100' });
});

afterAll(() => cluster.close());

async function exists(statement: string): Promise<boolean> {
  return (await cluster.all(statement)).length > 0;
}

function fileOf(photo: string): string {
  return join(cluster.dataDir, 'objects', `${photo.slice(photo.indexOf('/photos/') + 1)}@object`);
}

// The second round proves that the task repeats, and does not only run at the start.
test.each(['Ann', 'Bob'])('a running worker tidies up by itself: round of %s', async name => {
  const { token, photo } = await cluster.signIn(api, name);
  const { user_id } = (await call(api, token, 'getUserInfo')).data;
  const longAgo = (Date.now() - 31 * day) / 1000;

  await cluster.all(`INSERT INTO tokens (hash, user_id, expire_time)
    VALUES ('old-${name}', '${user_id}', now() - interval '1 second')`);
  await cluster.all(`INSERT INTO verified_ads (transaction_id, ad_id, time)
    VALUES ('ad-${name}', 'claim', now() - interval '3 days')`);
  await utimes(fileOf(photo), longAgo, longAgo);
  const { order_id } = (await call(api, token, 'createOrder', { config_id: 1 })).data;
  await cluster.all(
    `UPDATE orders SET create_time = now() - interval '3 days' WHERE order_id = '${order_id}'`,
  );

  await waitFor(
    'the token to go',
    async () => !(await exists(`SELECT FROM tokens WHERE hash = 'old-${name}'`)),
  );
  await waitFor('the ad to go', async () => !(await exists(`SELECT FROM verified_ads`)));
  await waitFor('the photo to go', () =>
    stat(fileOf(photo)).then(
      () => false,
      () => true,
    ),
  );
  await waitFor('the order to be cancelled', () =>
    exists(`SELECT FROM orders WHERE order_id = '${order_id}' AND status = 'cancelled'`),
  );
  expect((await call(api, token, 'getUserInfo')).code).toBe(0);
});
