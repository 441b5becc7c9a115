import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type GeneratedPic, GeneratorGaveUp } from '../../../server/generator/generator.ts';
import { fillWorkflow, parseWorkflow } from '../../../server/generator/remote/comfyui-workflow.ts';
import { paintByNumber } from '../doubles/comfyui-double.ts';
import { type ApiWorkflow, modelFiles, validateWorkflow } from '../doubles/comfyui-validation.ts';
import { plain } from '../support/a-photo.ts';
import { waitFor } from '../support/wait-for.ts';
import { openComfyuiWorld, workflow } from './comfyui-world.ts';

const { comfy, photo, open, run, close } = await openComfyuiWorld();

beforeEach(() => comfy.reset());

afterAll(close);

const states = (...wanted: string[]) => comfy.prompts.filter(({ state }) => wanted.includes(state));

/** Begins a job on a server that renders only on command. Resolves once `count` prompts are queued. */
async function held(given: Parameters<typeof run>[0] = {}, count = 4) {
  comfy.auto = false;
  const made = run(given);
  // The test awaits `made` later, so a rejection before that must not count as unhandled.
  made.catch(() => {});
  await waitFor('prompts', () => comfy.prompts.length === count);
  return { made };
}

test('four prompts with different seeds and shots give four JPEGs, and the photo is uploaded once', async () => {
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

test('a workflow for three photos gets the front photo and the two least like it, or one photo thrice', async () => {
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
  const [white, almostWhite, black] = await Promise.all(
    ['#ffffff', '#fdfdfd', '#000000'].map(colour => plain(500, 500, colour).png().toBuffer()),
  );
  await run({ make: three, photos: [photo, white!, almostWhite!, photo, black!] });
  expect(new Set(loaded()).size).toBe(3);
  expect(comfy.uploads.size).toBe(3);
});

test('a job’s progress follows its actual position in ComfyUI’s queue', async () => {
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

test('each pic is delivered, in order, as soon as it is finished', async () => {
  const shown: GeneratedPic[] = [];
  const { made } = await held({ onPic: pic => shown.push(pic) });
  for (let count = 1; count <= 4; count += 1) {
    comfy.step();
    await waitFor(`${count} pics`, () => shown.length === count);
  }
  expect(await made).toEqual(shown);
});

test('if ComfyUI refuses a workflow, the job fails without a retry and names the node and the input', async () => {
  const broken = await open(60_000, {
    2: { class_type: 'ImageAddNoise', inputs: { image: ['1', 0], seed: '{{seed}}', strength: 3 } },
  });
  const refused = run({ make: broken });
  await expect(refused).rejects.toThrow(GeneratorGaveUp);
  await expect(refused).rejects.toThrow('ImageAddNoise (node 2): Value 3 not from 0 to 1: strength');
  const unknown = await open(60_000, { 2: { ...workflow[2], class_type: 'FancyNode' } });
  await expect(run({ make: unknown })).rejects.toThrow("Node 'FancyNode' not found");
});

test('a job fails and leaves the queue if the only valid output of its workflow is a preview', async () => {
  comfy.auto = false;
  const half = await open(60_000, {
    8: { class_type: 'PreviewImage', inputs: { images: ['2', 0] } },
    9: { class_type: 'SaveImage', inputs: { images: ['2', 1], filename_prefix: 'tyy' } },
  });
  await expect(run({ make: half })).rejects.toThrow('SaveImage (node 9): Return type mismatch');
  expect(states('waiting', 'running')).toEqual([]);
});

test('if one prompt fails, the job fails with the reason and its other prompts leave the queue', async () => {
  const { made } = await held();
  comfy.step('error');
  await expect(made).rejects.toThrow(
    'ComfyUI failed: ImageAddNoise (node 2): torch.OutOfMemoryError: Allocation on device',
  );
  expect(comfy.interrupted).toHaveLength(1);
  expect(states('waiting')).toEqual([]);
});

test('a job fails if two of its pics are the same picture, even with different compression', async () => {
  const same = await paintByNumber(3);
  comfy.paint = async number => (number % 2 ? sharp(same).jpeg({ quality: 50 }).toBuffer() : same);
  const refused = run();
  await expect(refused).rejects.toThrow(GeneratorGaveUp);
  await expect(refused).rejects.toThrow('the same picture');
});

test('a job that is aborted before its start sends no requests', async () => {
  const reason = new Error('The lease is lost');
  // Vitest fails on unhandled rejections, so this test also proves that there are none.
  await expect(run({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(comfy.requests).toEqual([]);
});

test('an aborted job removes its own prompts from ComfyUI’s queue but not those of other clients', async () => {
  comfy.addForeign();
  const abort = new AbortController();
  const reason = new Error('the job was deleted');
  const waiting = await held({ signal: abort.signal }, 5);
  abort.abort(reason);
  await expect(waiting.made).rejects.toBe(reason);
  expect(comfy.interrupted).toEqual([]);
  expect(comfy.prompts.map(({ id }) => id.startsWith('foreign'))).toEqual([true]);

  comfy.reset();
  const second = new AbortController();
  const running = await held({ signal: second.signal });
  const [first] = comfy.prompts;
  second.abort(reason);
  await expect(running.made).rejects.toBe(reason);
  expect(comfy.interrupted).toEqual([first!.id]);
});

test('temporary server failures are retried, and the server may replace our prompt ids with its own', async () => {
  comfy.takesIds = false;
  comfy.troubles.push({ status: 502 }, { status: 503 }, { body: '<html>starting</html>' });
  expect(await run()).toHaveLength(4);
});

test('prompts that a server restart lost are sent once more, and finished pics are kept', async () => {
  const { made } = await held();
  comfy.step();
  await waitFor('the first pic', () => comfy.requests.some(({ url }) => url.pathname === '/view'));
  comfy.restart();
  comfy.uploads.clear();
  comfy.auto = true;
  expect(await made).toHaveLength(4);
  expect(comfy.prompts.map(({ workflow: sent }) => sent[2]!.inputs.seed)).toEqual([101, 102, 103]);

  comfy.reset();
  const lost = await held();
  comfy.restart();
  await waitFor('prompts', () => comfy.prompts.length === 4);
  comfy.restart();
  await expect(lost.made).rejects.toThrow('lost a prompt twice');
});

test('a job waits while the server is unreachable', async () => {
  const problems: string[] = [];
  const { made } = await held({ make: await open(60_000, {}, problems) });
  await comfy.stop();
  await waitFor('a problem in the log', () => problems.length > 0);
  expect(problems[0]).toContain('has to be waited for');
  comfy.restart();
  comfy.auto = true;
  await comfy.start();
  expect(await made).toHaveLength(4);
});

test('a job fails at its deadline and leaves the queue, even if the server never responds', async () => {
  comfy.auto = false;
  const impatient = await open(1500);
  await expect(run({ make: impatient })).rejects.toThrow(GeneratorGaveUp);
  expect(states('waiting')).toEqual([]);
  comfy.troubles.push('never');
  await expect(run({ make: impatient })).rejects.toThrow(GeneratorGaveUp);
});

test('a ComfyUI that is too old to interrupt single prompts is refused at the start or by the first job', async () => {
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

const values = {
  photo: 'one.jpg',
  photo2: 'two.jpg',
  photo3: 'three.jpg',
  prompt: 'A "portrait" with {{seed}} in it',
  seed: 7,
  width: 1104,
  height: 1472,
};

const save = { class_type: 'SaveImage', inputs: { images: ['2', 0], filename_prefix: 'tyy' } };
const aWorkflow = (changes: ApiWorkflow): ApiWorkflow => ({ ...workflow, 9: save, ...changes });

test('ComfyUI accepts the workflow in deploy/comfyui, and its README lists all required model files', async () => {
  const shipped = parseWorkflow(await readFile('deploy/comfyui/qwen-image-edit.json', 'utf8'), 'it');
  const filled = fillWorkflow(shipped, values) as ApiWorkflow;
  const { error, node_errors } = validateWorkflow(filled, new Set(['one.jpg', 'two.jpg', 'three.jpg']));
  expect({ error, node_errors }).toEqual({ error: null, node_errors: {} });
  const list = await readFile('deploy/comfyui/README.md', 'utf8');
  for (const file of modelFiles) expect(list).toContain(`\`${file}\``);
});

test('placeholders become typed values or parts of a text; placeholders in an inserted text are not replaced', () => {
  const inputs = {
    a: '{{width}}',
    b: 'a {{prompt}}, {{width}}x{{height}}',
    c: 'x/{{photo2}}',
    d: 4,
    e: ['1', 0],
  };
  const noted = aWorkflow({ 3: { class_type: 'Note', inputs } });
  const filled = fillWorkflow(parseWorkflow(JSON.stringify(noted), 'it'), values);
  expect(filled[2]!.inputs.seed).toBe(7);
  expect(filled[3]!.inputs).toEqual({
    a: 1104,
    b: 'a A "portrait" with {{seed}} in it, 1104x1472',
    c: 'x/two.jpg',
    d: 4,
    e: ['1', 0],
  });
});

const preview = { class_type: 'PreviewImage', inputs: { images: ['2', 0] } };
const still = { class_type: 'ImageAddNoise', inputs: { image: ['1', 0], seed: 4, strength: 1 } };
const other = { class_type: 'LoadImage', inputs: { image: 'other.png' } };

test.each<[string, string | ApiWorkflow, string]>([
  ['that is invalid JSON', '{', 'Export (API)'],
  ['that is a list', '[]', 'Export (API)'],
  ["in the editor's format", '{"nodes": [], "links": [], "version": 0.4}', 'Export (API)'],
  ['without the class of a node', '{"prompt": {"1": {}}}', 'node "prompt"'],
  ['that only previews its pictures', aWorkflow({ 9: preview }), 'SaveImage'],
  ['that saves to a socket', aWorkflow({ 9: { ...preview, class_type: 'SaveImageWebsocket' } }), 'SaveImage'],
  [
    'that loads the photo without using it',
    aWorkflow({ 1: other, 5: { class_type: 'LoadImage', inputs: { image: '{{photo}}' } } }),
    '{{photo}}',
  ],
  [
    'with the seed in the file name only',
    aWorkflow({ 2: still, 9: { ...save, inputs: { images: ['2', 0], filename_prefix: '{{seed}}' } } }),
    '{{seed}}',
  ],
  [
    'with an unknown placeholder',
    aWorkflow({ 3: { class_type: 'Note', inputs: { text: 'a {{Prompt}}' } } }),
    '{{Prompt}}',
  ],
  ['with a broken link', aWorkflow({ 9: { ...save, inputs: { images: ['8', 0] } } }), 'node "8"'],
])('a workflow %s is refused with advice', (_, workflow, sentence) => {
  const parse = () =>
    parseWorkflow(typeof workflow === 'string' ? workflow : JSON.stringify(workflow), 'COMFYUI_WORKFLOW');
  expect(parse).toThrow(sentence);
  expect(parse).toThrow(/^COMFYUI_WORKFLOW/);
});
