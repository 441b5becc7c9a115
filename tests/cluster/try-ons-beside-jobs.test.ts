import { expect, test } from 'vitest';
import { jobStatus } from '../../server/jobs/status.ts';
import { waitFor } from '../server/support/wait-for.ts';
import { createJob } from '../support/api/a-job.ts';
import { sharedCluster } from './cluster.ts';
import { templateThat } from './templates-that.ts';

const cluster = sharedCluster();

test('an API node refuses try-ons only while a worker on the same machine runs a job', async () => {
  const api = await cluster.start('api', { TEMPLATE_PREVIEWS: '1', REQUIRE_CONSENT: '0' });
  await cluster.start('worker');
  const { user, photo } = await cluster.signIn(api, 'Ann');
  const { generate_id } = await createJob(user, photo, templateThat.waits);
  const { generating } = jobStatus;
  await waitFor('the worker at work', async () => (await cluster.job(generate_id)).status === generating);
  const ask = () => user.post('previewTemplates', { photo, template_ids: [1] });
  const { status, code } = await ask();
  expect({ status, code }).toEqual({ status: 503, code: 1005 });

  await cluster.all(`UPDATE jobs SET machine = 'another'`);
  await waitFor('the try-on', async () => (await ask()).status === 200);
});
