import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  type GeneratedPic,
  type Generator,
  GeneratorGaveUp,
  type OnPic,
} from '../../../server/generator/generator.ts';
import { openGenerator } from '../../../server/generator/open-generator.ts';
import { boundsOfModel } from '../../../server/generator/remote/bounds-of-model.ts';
import { openDashscope } from '../../../server/generator/remote/dashscope-generator.ts';
import { paintByNumber } from '../doubles/comfyui-double.ts';
import { type DashscopeDouble, openDashscopeDouble, photoIn } from '../doubles/dashscope-double.ts';
import { openTestBackend, signIn, type TestBackend } from '../support/backend.ts';
import { coinsOf, createJob, ledgerOf, waitForStatus } from '../support/jobs.ts';
import { waitFor } from '../support/wait-for.ts';

let photo: Buffer;
let dashscope: DashscopeDouble;
let backend: TestBackend;

beforeAll(async () => {
  photo = await readFile('tests/testdata/astronaut.png');
  dashscope = await openDashscopeDouble(768);
  backend = await openTestBackend();
});
afterAll(async () => {
  await backend.close();
  await dashscope.close();
});

function open(changes: { deadline?: number; apiKey?: string; model?: string } = {}): Generator['generate'] {
  const { deadline = 60_000, apiKey = dashscope.key, model = 'qwen-image-edit' } = changes;
  return openDashscope({
    apiKey,
    apiOrigin: dashscope.origin,
    model,
    bounds: boundsOfModel(model, {}),
    deadline,
  });
}

function run(make = open(), onProgress = (_: number) => {}, photos = [photo], onPic?: OnPic) {
  const request = { photos, templateId: 4, count: 3, seed: 2 ** 31 - 2 };
  return make(request, onProgress, new AbortController().signal, onPic);
}

test('each pic is one call with the photo inside; what it made is fetched at once and bounded', async () => {
  dashscope.paint = number => paintByNumber(number, 3072);
  const seen: number[] = [];
  const pics = await run(open(), percent => seen.push(Math.round(percent)));
  expect(pics).toHaveLength(3);
  expect(pics[0]).toMatchObject({ type: 'image/jpeg', width: 1536, height: 2048 });
  expect(seen).toEqual([33, 67, 100]);
  dashscope.paint = paintByNumber;

  const [prompt] = dashscope.prompts;
  const [, text] = prompt!.input.messages[0]!.content;
  const sent = await photoIn(prompt!).metadata();
  expect(sent).toMatchObject({ format: 'jpeg', width: 512 });
  expect(sent.exif).toBeUndefined();
  expect(text!.text).toMatch(/An avenue of maples.*Head and shoulders/);
  expect(prompt).toMatchObject({ model: 'qwen-image-edit', parameters: { watermark: false } });
  expect(dashscope.prompts.map(({ parameters }) => parameters.seed)).toEqual([2 ** 31 - 2, 2 ** 31 - 1, 0]);
});

test('up to three photos go in; a newer model gets the size and leaves the prompt as it is', async () => {
  const before = dashscope.prompts.length;
  await run(open({ model: 'qwen-image-edit-plus' }), undefined, [photo, photo, photo, photo]);
  const [prompt] = dashscope.prompts.slice(before);
  const content = prompt!.input.messages[0]!.content;
  expect(content.map(part => Object.keys(part)[0])).toEqual(['image', 'image', 'image', 'text']);
  expect(content[3]!.text!.length).toBeLessThanOrEqual(800);
  expect(prompt!.parameters).toMatchObject({ size: '1104*1472', n: 1, prompt_extend: false });
  const texts = dashscope.prompts.slice(before).map(one => one.input.messages[0]!.content[3]!.text);
  expect(new Set(texts).size).toBe(3);
});

test('a long strip keeps its short side', async () => {
  const strip = await sharp(photo).resize(3200, 400, { fit: 'fill' }).png().toBuffer();
  const before = dashscope.prompts.length;
  await run(open(), undefined, [strip]);
  expect(await photoIn(dashscope.prompts[before]!).metadata()).toMatchObject({ width: 3072, height: 384 });
});

test('what is transparent in a photo is white when it is sent away', async () => {
  const half = { create: { width: 512, height: 256, channels: 4 as const, background: '#00000000' } };
  const cutOut = await sharp(photo)
    .ensureAlpha()
    .composite([{ input: half, left: 0, top: 0, blend: 'dest-in' }])
    .png()
    .toBuffer();
  const before = dashscope.prompts.length;
  await run(open(), undefined, [cutOut]);
  const { dominant } = await photoIn(dashscope.prompts[before]!).stats();
  expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240);
});

test('throttling at the last pic keeps the pics that are made and waits as long as the service asks', async () => {
  const throttled = {
    status: 429,
    headers: { 'retry-after': '1' },
    body: { code: 'Throttling.RateQuota', message: 'slow down' },
  };
  const before = dashscope.prompts.length;
  let began = 0;
  const pics = await run(open(), percent => {
    if (Math.round(percent) !== 67) return;
    dashscope.troubles.push(throttled, throttled);
    began = performance.now();
  });
  expect(pics).toHaveLength(3);
  expect(performance.now() - began).toBeGreaterThanOrEqual(2000);
  expect(dashscope.prompts.length - before).toBe(3);
});

test('throttling of any length, broken responses and one without a picture are waited out', async () => {
  const throttled = { status: 429, body: { code: 'Throttling.RateQuota', message: 'slow down' } };
  dashscope.troubles.push(throttled, { status: 500 }, { status: 503 }, throttled);
  dashscope.troubles.push({ body: { output: { choices: [] } } });
  expect(await run()).toHaveLength(3);
}, 15_000);

test('equal pictures are not sold, nor shown, and no further one is paid for', async () => {
  dashscope.paint = (_, width) => paintByNumber(5, width);
  const before = dashscope.prompts.length;
  const shown: GeneratedPic[] = [];
  const refused = run(open(), undefined, undefined, pic => shown.push(pic));
  await expect(refused).rejects.toThrow('the same picture');
  dashscope.paint = paintByNumber;
  expect(shown).toHaveLength(1);
  expect(dashscope.prompts.length - before).toBe(2);
});

test('each pic is handed over before the next is paid for', async () => {
  const before = dashscope.prompts.length;
  const paid: number[] = [];
  const shown: GeneratedPic[] = [];
  const pics = await run(open(), undefined, undefined, pic => {
    shown.push(pic);
    paid.push(dashscope.prompts.length - before);
  });
  expect(shown).toEqual(pics);
  expect(paid).toEqual([1, 2, 3]);
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

  // The queue is free again: the next job runs.
  const next = await createJob(bob);
  await waitForStatus(bob, next.data.train_and_generate_info, 5);
});

test('a photo that the service would refuse is refused before it is paid', async () => {
  const served = await openTestBackend({ DASHSCOPE_API_KEY: dashscope.key, DASHSCOPE_API: dashscope.origin });
  const ann = await signIn(served, 'Ann');
  const { data: upload } = await ann.get('getOssStsInfo');
  const tryWith = async (width: number, height: number) => {
    const key = `${upload.prefix}${width}x${height}.png`;
    const bytes = await sharp(photo).resize(width, height, { fit: 'fill' }).png().toBuffer();
    await served.services.store.put(key, bytes, 'image/png');
    const resource_pics = [`${upload.endpoint}/${upload.bucket}/${key}`];
    return ann.post('goTrainAndGeneratePic', { template_id: 1, resource_pics });
  };

  const refused = await tryWith(383, 600);
  expect(refused).toMatchObject({ code: 2218030, message: expect.stringContaining('384') });
  expect(await tryWith(600, 383)).toMatchObject({ code: 2218030 });
  expect(await coinsOf(ann)).toBe(50);
  expect(await tryWith(384, 384)).toMatchObject({ code: 0 });
  await served.close();
});

test('where the label must cover no face, a pic is handed over with its faces', async () => {
  const dashscope = await openDashscopeDouble(768);
  onTestFinished(() => dashscope.close());
  const photo = await readFile('tests/testdata/astronaut.png');
  // The first pic shows a person, the second does not.
  const { paint } = dashscope;
  dashscope.paint = async (number, width) => (number === 1 ? photo : paint(number, width));
  const model = 'qwen-image-edit';
  const account = {
    apiKey: dashscope.key,
    apiOrigin: dashscope.origin,
    model,
    bounds: boundsOfModel(model, {}),
  };
  const generator = await openGenerator({ kind: 'dashscope', ...account, deadline: 60_000 }, 60_000, {
    findsFaces: true,
  });
  onTestFinished(() => generator.close());

  const shown: GeneratedPic[] = [];
  const request = { photos: [photo], templateId: 4, count: 2, seed: 1 };
  const pics = await generator.generate(
    request,
    () => {},
    new AbortController().signal,
    pic => shown.push(pic),
  );
  expect(pics.map(({ faces }) => faces?.length)).toEqual([1, 0]);
  expect(shown).toEqual(pics);
});
