import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type GeneratedPic, GeneratorGaveUp } from '../../../server/generator/generator.ts';
import { paintByNumber } from '../doubles/comfyui-double.ts';
import { waitFor } from '../support/wait-for.ts';
import { openComfyuiWorld, workflow } from './comfyui-world.ts';

const { comfy, photo, open, run, close } = await openComfyuiWorld();

beforeEach(() => comfy.reset());

afterAll(close);

test('four prompts with their own seeds and shots give four JPEGs; the photo is sent once, without its notes', async () => {
  const pics = await run();
  expect(pics.map(({ type, width, height }) => ({ type, width, height }))).toEqual(
    Array(4).fill({ type: 'image/jpeg', width: 768, height: 1024 }),
  );
  expect((await sharp(pics[0]!.bytes).metadata()).format).toBe('jpeg');
  expect([...comfy.uploads.values()]).toEqual(['multipart/form-data jpeg']);
  expect(comfy.prompts.map(prompt => prompt.workflow[2]!.inputs.seed)).toEqual([100, 101, 102, 103]);
  const prompts = comfy.prompts.map(prompt => String(prompt.workflow[9]!.inputs.filename_prefix));
  expect(new Set(prompts).size).toBe(4);
  expect(prompts[0]).toMatch(/^tyy\/Keep the exact identity .*Framing of this picture: [A-Z]/);
  expect(comfy.prompts[0]!.workflow[2]!.inputs).toMatchObject({ strength: 0.5, image: ['1', 0] });
  const views = comfy.requests.filter(({ url }) => url.pathname === '/view').map(({ url }) => url.search);
  expect(views[0]).toBe('?filename=0.png&subfolder=tyy&type=output');
});

test('three different photos go in; of five the front one and the two most different; missing ones repeat the front one', async () => {
  const three = await open(60_000, {
    3: { class_type: 'LoadImage', inputs: { image: '{{photo2}}' } },
    4: { class_type: 'LoadImage', inputs: { image: '{{photo3}}' } },
  });
  const loaded = () => {
    const { workflow: sent } = comfy.prompts[0]!;
    return ['1', '3', '4'].map(id => String(sent[id]!.inputs.image));
  };
  await run({ make: three });
  expect(new Set(loaded()).size).toBe(1);

  comfy.reset();
  const plain = (background: string) =>
    sharp({ create: { width: 500, height: 500, channels: 3, background } })
      .png()
      .toBuffer();
  const white = await plain('#ffffff');
  const almostWhite = await plain('#fdfdfd');
  await run({ make: three, photos: [photo, white, almostWhite, photo, await plain('#000000')] });
  expect(new Set(loaded()).size).toBe(3);
  expect(comfy.uploads.size).toBe(3);
});

test('the progress follows the real place in the queue', async () => {
  comfy.auto = false;
  for (let index = 0; index < 4; index += 1) comfy.addForeign();
  const seen: number[] = [];
  const made = run({ onProgress: percent => seen.push(Math.round(percent)) });
  await waitFor('all prompts in the queue', () => comfy.prompts.length === 8 && seen.length > 0);
  for (let left = 8; left > 0; left -= 1) {
    const looks = seen.length;
    await waitFor('another look', () => seen.length > looks + 2);
    comfy.step();
  }
  await made;
  expect([...new Set(seen)]).toEqual([0, 12, 24, 36, 48, 59, 71, 83]);
});

test('each pic is handed over as soon as it is there, in their order', async () => {
  comfy.auto = false;
  const shown: GeneratedPic[] = [];
  const made = run({ onPic: pic => shown.push(pic) });
  await waitFor('all prompts in the queue', () => comfy.prompts.length === 4);
  for (let count = 1; count <= 4; count += 1) {
    comfy.step();
    await waitFor(`${count} pics`, () => shown.length === count);
  }
  expect(await made).toEqual(shown);
});

test('a server that names prompts itself is served as well', async () => {
  comfy.takesIds = false;
  expect(await run()).toHaveLength(4);
});

test('what a server refuses is final, and the reason names node and input', async () => {
  const broken = await open(60_000, {
    2: { class_type: 'ImageAddNoise', inputs: { image: ['1', 0], seed: '{{seed}}', strength: 3 } },
  });
  const refused = run({ make: broken });
  await expect(refused).rejects.toThrow(GeneratorGaveUp);
  await expect(refused).rejects.toThrow('ImageAddNoise (node 2): Value 3 bigger than max of 1: strength');
  const unknown = await open(60_000, { 2: { ...workflow[2], class_type: 'FancyNode' } });
  await expect(run({ make: unknown })).rejects.toThrow("Node 'FancyNode' not found");
});

test('a workflow of which only the preview can be made is refused, and not left in the queue', async () => {
  comfy.auto = false;
  const half = await open(60_000, {
    8: { class_type: 'PreviewImage', inputs: { images: ['2', 0] } },
    9: { class_type: 'SaveImage', inputs: { images: ['2', 1], filename_prefix: 'tyy' } },
  });
  await expect(run({ make: half })).rejects.toThrow('SaveImage (node 9): Return type mismatch');
  expect(comfy.prompts.filter(({ state }) => state === 'waiting' || state === 'running')).toEqual([]);
});

test('a prompt that fails ends the job with the real reason, and the others leave the queue', async () => {
  comfy.auto = false;
  const failing = run();
  const failed = expect(failing).rejects.toThrow(
    'ComfyUI failed: ImageAddNoise (node 2): torch.OutOfMemoryError: Allocation on device',
  );
  await waitFor('prompts', () => comfy.prompts.length === 4);
  comfy.step('error');
  await failed;
  expect(comfy.interrupted).toHaveLength(1);
  expect(comfy.prompts.filter(({ state }) => state === 'waiting')).toEqual([]);
});

test('equal pictures are not sold, not even when they were compressed anew', async () => {
  const same = await paintByNumber(3);
  comfy.paint = async number => (number % 2 ? sharp(same).jpeg({ quality: 50 }).toBuffer() : same);
  const refused = run();
  await expect(refused).rejects.toThrow(GeneratorGaveUp);
  await expect(refused).rejects.toThrow('the same picture');
});

test('a job that ended before it began ends with that reason: Node 24 would end the process by its form', async () => {
  const reason = new Error('The lease is lost');
  const rejections: unknown[] = [];
  const note = (error: unknown) => rejections.push(error);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));

  await expect(run({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  await setImmediate();
  expect({ rejections, sent: comfy.requests.length }).toEqual({ rejections: [], sent: 0 });
});

test('an aborted job leaves the queue and stops what runs, but nobody else', async () => {
  comfy.auto = false;
  comfy.addForeign();
  const abort = new AbortController();
  const reason = new Error('the job was deleted');
  const made = expect(run({ signal: abort.signal })).rejects.toBe(reason);
  await waitFor('prompts', () => comfy.prompts.length === 5);
  abort.abort(reason);
  await made;
  expect(comfy.interrupted).toEqual([]);
  expect(comfy.prompts.map(({ id }) => id.startsWith('foreign'))).toEqual([true]);

  comfy.reset();
  comfy.auto = false;
  const second = new AbortController();
  const running = expect(run({ signal: second.signal })).rejects.toBe(reason);
  await waitFor('prompts', () => comfy.prompts.length === 4);
  const [first] = comfy.prompts;
  second.abort(reason);
  await running;
  expect(comfy.interrupted).toEqual([first!.id]);
});

test('passing failures are waited out', async () => {
  comfy.troubles.push({ status: 502 }, { status: 503 }, { body: '<html>starting</html>' });
  expect(await run()).toHaveLength(4);
});

test('prompts that a restart of the server loses are sent again once, with the photo; what was made stays', async () => {
  comfy.auto = false;
  const made = run();
  await waitFor('prompts', () => comfy.prompts.length === 4);
  comfy.step();
  await waitFor('the first pic', () => comfy.requests.some(({ url }) => url.pathname === '/view'));
  comfy.restart();
  comfy.uploads.clear();
  comfy.auto = true;
  expect(await made).toHaveLength(4);
  expect(comfy.prompts.map(({ workflow: sent }) => sent[2]!.inputs.seed)).toEqual([101, 102, 103]);

  comfy.reset();
  comfy.auto = false;
  const lost = expect(run()).rejects.toThrow('lost a prompt twice');
  for (let round = 0; round < 2; round += 1) {
    await waitFor('prompts', () => comfy.prompts.length === 4);
    comfy.restart();
  }
  await lost;
});

test('while the server cannot be reached a job waits, and its prompts are made when it is back', async () => {
  comfy.auto = false;
  const problems: string[] = [];
  const make = await open(60_000, {}, problems);
  const made = run({ make });
  await waitFor('prompts', () => comfy.prompts.length === 4);
  await comfy.stop();
  await waitFor('a problem in the log', () => problems.length > 0);
  expect(problems[0]).toContain('has to be waited for');
  comfy.restart();
  comfy.auto = true;
  await comfy.start();
  expect(await made).toHaveLength(4);
});

test('after the deadline it gives up and cleans up; a server that never responds ends like this too', async () => {
  comfy.auto = false;
  const impatient = await open(1500);
  await expect(run({ make: impatient })).rejects.toThrow(GeneratorGaveUp);
  expect(comfy.prompts.filter(({ state }) => state === 'waiting')).toEqual([]);
  comfy.troubles.push('never');
  await expect(run({ make: impatient })).rejects.toThrow(GeneratorGaveUp);
});

test('a server that would stop the prompts of others is refused at the start, and before the first job when it was away', async () => {
  comfy.version = '0.3.56';
  await expect(open(1000)).rejects.toThrow('ComfyUI 0.3.56 is too old: update it to 0.3.57');
  for (const version of ['0.3.57', '0.3.100', '0.10.0', 'v1.0.0']) {
    comfy.version = version;
    await open(1000);
  }
  await comfy.stop();
  const problems: string[] = [];
  const late = await open(5000, {}, problems);
  expect(problems.at(-1)).toContain('cannot be reached');
  comfy.version = '0.3.12';
  await comfy.start();
  await expect(run({ make: late })).rejects.toThrow('too old');
}, 15_000);
