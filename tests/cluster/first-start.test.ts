import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Cluster, call } from './cluster.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.open(inject('scripts').node, { tables: 'none' });
});
afterAll(() => cluster.close());

test('two nodes that make the tables of an empty database at once are both ready', async () => {
  const nodes = await Promise.all([cluster.start('api'), cluster.start('api')]);
  for (const node of nodes) {
    expect((await fetch(`${node.origin}/readyz`)).status).toBe(200);
    const { data } = await call(node, '', 'login', { login_type: 'facebook', token: 'sandbox:Bob' });
    expect((await call(node, data.token, 'getTemplates')).status).toBe(200);
  }
});
