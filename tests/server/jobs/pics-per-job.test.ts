import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBackend, signIn, type TestBackend } from '../support/backend.ts';
import { createJob, waitForStatus } from '../support/jobs.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await openTestBackend({ PICS_PER_JOB: '2' });
});

afterAll(() => backend.close());

test('an owner may have fewer pics made of one generation', async () => {
  const ann = await signIn(backend, 'Ann');
  const { data: created } = await createJob(ann);
  const job = created.train_and_generate_info;
  await waitForStatus(ann, job, 5);

  const { data } = await ann.get('getUserPicsByGenerateId', { generate_id: job.generate_id });
  expect(data.list).toHaveLength(2);
});
