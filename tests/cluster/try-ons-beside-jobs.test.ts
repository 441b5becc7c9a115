import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { jobStatus } from '../../server/jobs/status.ts';
import { waitFor } from '../server/support/wait-for.ts';
import { Cluster, call, type Node } from './cluster.ts';
import { templateThat } from './templates-that.ts';

let cluster: Cluster;
let api: Node;

beforeAll(async () => {
  cluster = await Cluster.open(inject('scripts').node);
  api = await cluster.start('api', { TEMPLATE_PREVIEWS: '1', REQUIRE_CONSENT: '0' });
  await cluster.start('worker');
});

afterAll(() => cluster.close());

test('an API node draws no try-on beside a paid job of a worker on its machine, and does beside one elsewhere', async () => {
  const { token, photo } = await cluster.signIn(api, 'Ann');
  const body = { template_id: templateThat.waits, resource_pics: [photo] };
  await call(api, token, 'goTrainAndGeneratePic', body);
  await waitFor('the worker at work', async () => {
    const rows = await cluster.all(`SELECT FROM jobs WHERE status = ${jobStatus.generating}`);
    return rows.length === 1;
  });
  const ask = (id: number) => call(api, token, 'previewTemplates', { photo, template_ids: [id] });
  const { status, code } = await ask(1);
  expect({ status, code }).toEqual({ status: 503, code: 1005 });

  await cluster.all(`UPDATE jobs SET machine = 'another'`);
  await waitFor('the try-on', async () => (await ask(1)).status === 200);
});
