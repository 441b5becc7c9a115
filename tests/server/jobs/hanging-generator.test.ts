import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Generator } from '../../../server/generator/generator.ts';
import { openLocalGenerator } from '../../../server/generator/local/local-generator.ts';
import { openTestBackend, signIn, type TestBackend } from '../support/backend.ts';
import { createJob, ledgerOf, waitForStatus } from '../support/jobs.ts';

let backend: TestBackend;
let local: Generator;

beforeAll(async () => {
  backend = await openTestBackend();
  const hang = () => new Worker('for (;;);', { eval: true });
  local = await openLocalGenerator({ deadline: 500, stopsWithin: 100 }, hang);
});

afterAll(async () => {
  await backend.close();
  await local.close();
});

test('a job whose generator hangs fails after the deadline and its coins come back; the next one is made', async () => {
  const { generate } = backend.generator;
  backend.generator.generate = local.generate;
  const ann = await signIn(backend, 'Ann');
  const first = await createJob(ann);
  await waitForStatus(ann, first.data.train_and_generate_info, 6);
  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, -20, 20]);

  backend.generator.generate = generate;
  const second = await createJob(ann);
  await waitForStatus(ann, second.data.train_and_generate_info, 5);
  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, -20, 20, -20]);
});
