import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { GeneratorGaveUp } from '../../../server/generator/gave-up.ts';
import type { Generator } from '../../../server/generator/generator.ts';
import { openComfyui } from '../../../server/generator/remote/comfyui-generator.ts';
import { type ComfyuiDouble, openComfyuiDouble } from '../doubles/comfyui-double.ts';
import { waitFor } from '../support/wait-for.ts';

const workflow = {
  1: { class_type: 'LoadImage', inputs: { image: '{{photo}}' } },
  2: { class_type: 'CLIPTextEncode', inputs: { text: '{{prompt}}', clip: ['4', 1] } },
  3: { class_type: 'KSampler', inputs: { seed: '{{seed}}', steps: 20, positive: ['2', 0] } },
  9: { class_type: 'SaveImage', inputs: { images: ['3', 0] } },
};

let folder: string;
let workflowFile: string;
let photo: Buffer;
let comfy: ComfyuiDouble;
let generate: Generator['generate'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tyy-comfy-'));
  workflowFile = join(folder, 'workflow.json');
  await writeFile(workflowFile, JSON.stringify(workflow));
  photo = await readFile('tests/testdata/astronaut.png');
  const picture = await sharp({ create: { width: 768, height: 1024, channels: 3, background: '#357' } })
    .png()
    .toBuffer();
  comfy = await openComfyuiDouble(picture);
  generate = await open(60_000);
});

beforeEach(() => {
  comfy.restart();
  comfy.auto = true;
  comfy.takesIds = true;
});

afterAll(async () => {
  await comfy.close();
  await rm(folder, { recursive: true });
});

function open(deadline: number): Promise<Generator['generate']> {
  return openComfyui({ kind: 'comfyui', url: comfy.origin, workflowFile, deadline }, 10);
}

function run(make = generate, signal = new AbortController().signal, onProgress = (_: number) => {}) {
  return make({ photos: [photo], templateId: 3, count: 4, seed: 100 }, onProgress, signal);
}

test('four prompts with their own seeds give four JPEGs; the photo is sent once, without its notes', async () => {
  const pics = await run();
  expect(pics.map(({ type, width, height }) => ({ type, width, height }))).toEqual(
    Array(4).fill({ type: 'image/jpeg', width: 768, height: 1024 }),
  );
  expect((await sharp(pics[0]!.bytes).metadata()).format).toBe('jpeg');
  expect([...comfy.uploads.values()]).toEqual(['multipart/form-data jpeg']);
  expect(comfy.prompts.map(prompt => prompt.workflow[3]!.inputs.seed)).toEqual([100, 101, 102, 103]);
  expect(comfy.prompts[0]!.workflow[2]!.inputs.text).toContain('paper-cut');
  expect(comfy.prompts[0]!.workflow[3]!.inputs).toMatchObject({ steps: 20, positive: ['2', 0] });
  const views = comfy.requests.filter(({ url }) => url.pathname === '/view').map(({ url }) => url.search);
  expect(views[0]).toBe('?filename=0.png&subfolder=tyy&type=output');
});

test('the progress follows the real place in the queue', async () => {
  comfy.auto = false;
  for (let index = 0; index < 4; index += 1) comfy.addStranger();
  const seen: number[] = [];
  const made = run(generate, undefined, percent => seen.push(Math.round(percent)));
  await waitFor('all prompts in the queue', () => comfy.prompts.length === 8 && seen.length > 0);
  for (let left = 8; left > 0; left -= 1) {
    const looks = seen.length;
    await waitFor('another look', () => seen.length > looks + 2);
    comfy.step();
  }
  await made;
  expect([...new Set(seen)]).toEqual([0, 12, 24, 36, 48, 59, 71, 83]);
});

test('a server that names prompts itself is served as well', async () => {
  comfy.takesIds = false;
  expect(await run()).toHaveLength(4);
});

test('troubles that pass are waited out', async () => {
  comfy.troubles.push({ status: 502 }, { status: 503 });
  expect(await run()).toHaveLength(4);
});

test('a workflow that the server refuses is final', async () => {
  const broken = join(folder, 'broken.json');
  await writeFile(broken, JSON.stringify({ 1: { class_type: 'Other', inputs: { image: '{{photo}}' } } }));
  const server = { kind: 'comfyui' as const, url: comfy.origin, workflowFile: broken, deadline: 60_000 };
  await expect(run(await openComfyui(server, 10))).rejects.toThrow(GeneratorGaveUp);
  await writeFile(broken, '{"1":{}}');
  await expect(openComfyui(server)).rejects.toThrow('{{photo}}');
});

test('a prompt that fails, and one that a new start of the server forgot, are errors', async () => {
  comfy.auto = false;
  const failing = run();
  const failed = expect(failing).rejects.toThrow('ComfyUI failed');
  await waitFor('prompts', () => comfy.prompts.length === 4);
  comfy.step('error');
  await failed;
  expect(comfy.interrupted).toHaveLength(1);
  expect(comfy.prompts.filter(({ state }) => state === 'waiting')).toEqual([]);

  comfy.restart();
  const forgotten = expect(run()).rejects.toThrow('no longer knows');
  await waitFor('prompts', () => comfy.prompts.length === 4);
  comfy.restart();
  await forgotten;
});

test('an aborted job leaves the queue and stops what runs, but nobody else', async () => {
  comfy.auto = false;
  comfy.addStranger();
  const abort = new AbortController();
  const reason = new Error('the job was deleted');
  const made = expect(run(generate, abort.signal)).rejects.toBe(reason);
  await waitFor('prompts', () => comfy.prompts.length === 5);
  abort.abort(reason);
  await made;
  expect(comfy.interrupted).toEqual([]);
  expect(comfy.prompts.map(({ id }) => id.startsWith('stranger'))).toEqual([true]);

  comfy.restart();
  const second = new AbortController();
  const running = expect(run(generate, second.signal)).rejects.toBe(reason);
  await waitFor('prompts', () => comfy.prompts.length === 4);
  const [first] = comfy.prompts;
  second.abort(reason);
  await running;
  expect(comfy.interrupted).toEqual([first!.id]);
  expect(comfy.prompts).toEqual([]);
});

test('after the deadline it gives up and cleans up; a server that never answers ends like this too', async () => {
  comfy.auto = false;
  const impatient = await open(1500);
  await expect(run(impatient)).rejects.toThrow(GeneratorGaveUp);
  expect(comfy.prompts.filter(({ state }) => state === 'waiting')).toEqual([]);
  comfy.troubles.push('never');
  await expect(run(impatient)).rejects.toThrow(GeneratorGaveUp);
});
