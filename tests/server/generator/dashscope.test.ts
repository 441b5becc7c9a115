import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GeneratorGaveUp } from '../../../server/generator/gave-up.ts';
import type { Generator } from '../../../server/generator/generator.ts';
import { openDashscope } from '../../../server/generator/remote/dashscope-generator.ts';
import { type DashscopeDouble, openDashscopeDouble } from '../doubles/dashscope-double.ts';
import { openTestBackend, signIn, type TestBackend } from '../support/backend.ts';
import { coinsOf, createJob, ledgerOf, waitForStatus } from '../support/jobs.ts';
import { waitFor } from '../support/wait-for.ts';

let photo: Buffer;
let dashscope: DashscopeDouble;
let backend: TestBackend;

beforeAll(async () => {
  photo = await readFile('tests/testdata/astronaut.png');
  const picture = await sharp({ create: { width: 3072, height: 4096, channels: 3, background: '#357' } })
    .png()
    .toBuffer();
  dashscope = await openDashscopeDouble(picture);
  backend = await openTestBackend();
});

afterAll(async () => {
  await backend.close();
  await dashscope.close();
});

function open(changes: { deadline?: number; apiKey?: string } = {}): Generator['generate'] {
  const { deadline = 60_000, apiKey = dashscope.key } = changes;
  return openDashscope({
    kind: 'dashscope',
    apiKey,
    apiOrigin: dashscope.origin,
    model: 'qwen-image-edit',
    deadline,
  });
}

function run(make = open(), onProgress = (_: number) => {}) {
  const request = { photos: [photo], templateId: 2, count: 3, seed: 2 ** 31 - 2 };
  return make(request, onProgress, new AbortController().signal);
}

test('each pic is one call with the photo inside; what it made is fetched at once and bounded', async () => {
  const seen: number[] = [];
  const pics = await run(open(), percent => seen.push(Math.round(percent)));
  expect(pics).toHaveLength(3);
  expect(pics[0]).toMatchObject({ type: 'image/jpeg', width: 1536, height: 2048 });
  expect(seen).toEqual([33, 67, 100]);

  const [wish] = dashscope.wishes;
  const [image, text] = wish!.input.messages[0]!.content;
  const sent = await sharp(Buffer.from(image!.image!.split(',')[1]!, 'base64')).metadata();
  expect(sent).toMatchObject({ format: 'jpeg', width: 512 });
  expect(sent.exif).toBeUndefined();
  expect(text!.text).toContain('neon');
  expect(wish).toMatchObject({ model: 'qwen-image-edit', parameters: { watermark: false } });
  expect(dashscope.wishes.map(({ parameters }) => parameters.seed)).toEqual([2 ** 31 - 2, 2 ** 31 - 1, 0]);
});

test('throttling and broken answers are waited out', async () => {
  const throttled = { status: 429, body: { code: 'Throttling.RateQuota', message: 'slow down' } };
  dashscope.troubles.push(throttled, { status: 500 }, throttled);
  expect(await run()).toHaveLength(3);
});

test('a refused key and refused contents are final, and the key is in no message', async () => {
  await expect(run(open({ apiKey: 'sk-wrong' }))).rejects.toThrow(GeneratorGaveUp);
  const refusal = await run(open({ apiKey: 'sk-wrong' })).catch((error: Error) => error.message);
  expect(refusal).toContain('InvalidApiKey');
  expect(refusal).not.toContain('sk-wrong');
  const asked = dashscope.requests.length;
  dashscope.troubles.push({ status: 400, body: { code: 'DataInspectionFailed', message: 'no' } });
  await expect(run()).rejects.toThrow('DataInspectionFailed');
  expect(dashscope.requests.length).toBe(asked + 1);
});

test('a service that hangs costs no coins: after the deadline the job fails once and gives them back', async () => {
  const ann = await signIn(backend, 'Ann');
  backend.generator.generate = open({ deadline: 800 });
  dashscope.troubles.push('never');
  const { data } = await createJob(ann);
  await waitForStatus(ann, data.train_and_generate_info, 6);
  expect(dashscope.troubles).toEqual([]);
  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, -20, 20]);
});

test('a job that is deleted ends its call at once', async () => {
  const bob = await signIn(backend, 'Bob');
  backend.generator.generate = open();
  dashscope.troubles.push('never');
  const { data } = await createJob(bob);
  const job = data.train_and_generate_info;
  await waitFor('the call', () => dashscope.troubles.length === 0);
  await bob.post('deleteTrainAndGenerate', { train_id: job.train_id, generate_id: job.generate_id });
  expect(await coinsOf(bob)).toBe(50);

  // The queue is free again: the next job is made.
  const next = await createJob(bob);
  await waitForStatus(bob, next.data.train_and_generate_info, 5);
});
