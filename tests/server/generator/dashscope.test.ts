import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
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
import { openDashscopeDouble, photoIn } from '../doubles/dashscope-double.ts';
import { openTestBackend, signIn } from '../support/backend.ts';
import { forFile } from '../support/for-file.ts';
import { changesOf, coinsOf, createJobWith, deleteJob, finishJob, startJob } from '../support/jobs.ts';
import { sharedBackend } from '../support/shared-backend.ts';
import { waitFor } from '../support/wait-for.ts';

const photo = await readFile('tests/testdata/astronaut.png');
const dashscope = await forFile(openDashscopeDouble(768));
const backend = sharedBackend();

function accountOf({ deadline = 60_000, apiKey = dashscope.key, model = 'qwen-image-edit' } = {}) {
  return { apiKey, apiOrigin: dashscope.origin, model, bounds: boundsOfModel(model, {}), deadline };
}

const open = (changes?: Parameters<typeof accountOf>[0]) => openDashscope(accountOf(changes));

interface Run {
  make?: Generator['generate'];
  photos?: Buffer[];
  onProgress?: (percent: number) => void;
  onPic?: OnPic;
}

function run({ make = open(), photos = [photo], onProgress = () => {}, onPic }: Run = {}) {
  dashscope.prompts.length = 0;
  const request = { photos, templateId: 4, count: 3, seed: 2 ** 31 - 2 };
  return make(request, onProgress, new AbortController().signal, onPic);
}

test('each pic is requested with the photo, downloaded, reduced and delivered before the next request', async () => {
  dashscope.paint = number => paintByNumber(number, 3072);
  const seen: number[] = [];
  const paid: number[] = [];
  const pics = await run({
    onProgress: percent => seen.push(Math.round(percent)),
    onPic: () => paid.push(dashscope.prompts.length),
  });
  expect(pics).toHaveLength(3);
  expect(pics[0]).toMatchObject({ type: 'image/jpeg', width: 1536, height: 2048 });
  expect(seen).toEqual([33, 67, 100]);
  expect(paid).toEqual([1, 2, 3]);
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

test('qwen-image-edit-plus gets at most three photos, the size, and the setting not to extend the prompt', async () => {
  await run({ make: open({ model: 'qwen-image-edit-plus' }), photos: [photo, photo, photo, photo] });
  const [prompt] = dashscope.prompts;
  const content = prompt!.input.messages[0]!.content;
  expect(content.map(part => Object.keys(part)[0])).toEqual(['image', 'image', 'image', 'text']);
  expect(content[3]!.text!.length).toBeLessThanOrEqual(800);
  expect(prompt!.parameters).toMatchObject({ size: '1104*1472', n: 1, prompt_extend: false });
  const texts = dashscope.prompts.map(one => one.input.messages[0]!.content[3]!.text);
  expect(new Set(texts).size).toBe(3);
});

test('a very long photo keeps 384 px on its short side, and transparent parts are sent as white', async () => {
  const half = { create: { width: 3200, height: 250, channels: 4 as const, background: '#000' } };
  const strip = await sharp(photo).resize(3200, 400, { fit: 'fill' }).ensureAlpha().png().toBuffer();
  const cutOut = sharp(strip).composite([{ input: half, left: 0, top: 0, blend: 'dest-out' }]);
  await run({ photos: [await cutOut.png().toBuffer()] });
  const sent = photoIn(dashscope.prompts[0]!);
  expect(await sent.metadata()).toMatchObject({ width: 3072, height: 384 });
  const { dominant } = await sent.stats();
  expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240);
});

test('if a pic’s request is throttled or fails, only this pic is retried, after the requested pause', async () => {
  const throttled = {
    status: 429,
    headers: { 'retry-after': '1' },
    body: { code: 'Throttling.RateQuota', message: 'slow down' },
  };
  let began = 0;
  const onProgress = (percent: number) => {
    if (Math.round(percent) !== 67) return;
    dashscope.troubles.push(throttled, throttled, { status: 500 }, { body: { output: { choices: [] } } });
    began = performance.now();
  };
  expect(await run({ onProgress })).toHaveLength(3);
  expect(performance.now() - began).toBeGreaterThanOrEqual(2000);
  expect(dashscope.prompts).toHaveLength(3);
}, 15_000);

test('if the first two pics are the same picture, the job fails before it pays for a third', async () => {
  dashscope.paint = (_, width) => paintByNumber(5, width);
  const shown: GeneratedPic[] = [];
  const refused = run({ onPic: pic => shown.push(pic) });
  await expect(refused).rejects.toThrow('the same picture');
  dashscope.paint = paintByNumber;
  expect(shown).toHaveLength(1);
  expect(dashscope.prompts).toHaveLength(2);
});

test('a refused key or refused content fails without a retry, and no error message contains the key', async () => {
  const refusal = await run({ make: open({ apiKey: 'sk-wrong' }) }).catch((error: Error) => error);
  expect(refusal).toBeInstanceOf(GeneratorGaveUp);
  expect(String(refusal)).toContain('InvalidApiKey');
  expect(String(refusal)).not.toContain('sk-wrong');
  const asked = dashscope.requests.length;
  dashscope.troubles.push({ status: 400, body: { code: 'DataInspectionFailed', message: 'no' } });
  await expect(run()).rejects.toThrow('DataInspectionFailed');
  expect(dashscope.requests.length).toBe(asked + 1);
});

test('if the service hangs, the job fails at its deadline and its coins are returned', async () => {
  const ann = await signIn(backend, 'Ann');
  backend.generator.generate = open({ deadline: 800 });
  dashscope.troubles.push('never');
  await finishJob(ann, 6);
  expect(dashscope.troubles).toEqual([]);
  expect(await changesOf(ann)).toEqual([50, -20, 20]);
});

test('deleting a job aborts its request at once', async () => {
  const bob = await signIn(backend, 'Bob');
  backend.generator.generate = open();
  dashscope.troubles.push('never');
  const job = await startJob(bob);
  await waitFor('the call', () => dashscope.troubles.length === 0);
  await deleteJob(bob, job);
  expect(await coinsOf(bob)).toBe(50);

  // Another job can finish only if the queue is free.
  await finishJob(bob);
});

test('a photo that the service would refuse is refused before the job costs anything', async () => {
  const served = await openTestBackend({ DASHSCOPE_API_KEY: dashscope.key, DASHSCOPE_API: dashscope.origin });
  const ann = await signIn(served, 'Ann');
  const tryWith = async (width: number, height: number) =>
    createJobWith(ann, [await sharp(photo).resize(width, height, { fit: 'fill' }).png().toBuffer()]);

  const refused = await tryWith(383, 600);
  expect(refused).toMatchObject({ code: 2218030, message: expect.stringContaining('384') });
  expect(await tryWith(600, 383)).toMatchObject({ code: 2218030 });
  expect(await coinsOf(ann)).toBe(50);
  expect(await tryWith(384, 384)).toMatchObject({ code: 0 });
  await served.close();
});

test('pics are delivered with their face positions, so that the label covers no face', async () => {
  // The first pic shows a person, the second does not.
  dashscope.paint = async (number, width) => (number === 1 ? photo : paintByNumber(number, width));
  const account = { kind: 'dashscope', ...accountOf() } as const;
  const generator = await openGenerator(account, 60_000, { findsFaces: true });
  onTestFinished(() => generator.close());

  const shown: GeneratedPic[] = [];
  const pics = await run({ make: generator.generate, onPic: pic => shown.push(pic) });
  expect(pics.map(({ faces }) => faces?.length)).toEqual([1, 0, 0]);
  expect(shown).toEqual(pics);
});
