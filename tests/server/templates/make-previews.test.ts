import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { makePreviews } from '../../../scripts/pics/make-previews.ts';
import { artVersion } from '../../../server/generator/art-version.ts';
import { templates } from '../../../server/generator/templates.ts';
import { readConfig } from '../../../server/settings/config.ts';
import { openComfyuiDouble, paintByNumber } from '../doubles/comfyui-double.ts';
import { aPhoto } from '../generator/a-photo.ts';
import { workflow } from '../generator/comfyui-world.ts';
import { openTestBackend, signIn } from '../support/backend.ts';
import { folderForFile, forFile } from '../support/for-file.ts';
import { putEmptyDatabase } from '../support/test-database.ts';

const folder = await folderForFile();
const comfy = await forFile(openComfyuiDouble());
let settings: Record<string, string>;

const ownTemplate = {
  title: { en: 'Garden', zh: '花园' },
  prompt: 'A cream linen suit in a garden at noon, soft light, 85 mm.',
};

beforeAll(async () => {
  settings = {
    COMFYUI_URL: comfy.origin,
    COMFYUI_WORKFLOW: await put('workflow.json', JSON.stringify(workflow)),
    TEMPLATES_DIR: join(folder, 'templates'),
    DATA_DIR: join(folder, 'data'),
  };
  await put('photos/anna.jpg', await aPhoto());
  await put('photos/berta.jpg', await aPhoto(photo => photo.flop()));
  await put('photos/cup.png', await paintByNumber(1));
  await put('photos/list.txt', 'anna, berta');
  await mkdir(join(folder, 'data'));
  await putEmptyDatabase(join(folder, 'data'));
});

async function put(name: string, bytes: string | Uint8Array): Promise<string> {
  const file = join(folder, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
  return file;
}

function addTemplate(id: number, changes: object = {}): Promise<string> {
  return put(`templates/${id}/template.json`, JSON.stringify({ id, ...ownTemplate, ...changes }));
}

interface Run {
  changes?: Record<string, string>;
  again?: boolean;
  /** Stops the run after this many lines of output. */
  stopAfter?: number;
}

/** Runs the script; also returns its output, the number of requested pictures and the sent photos. */
async function run({ changes = {}, again = false, stopAfter = Number.NaN }: Run = {}) {
  comfy.reset();
  const lines: string[] = [];
  const stop = new AbortController();
  const result = await makePreviews(readConfig({ ...settings, ...changes }), {
    photos: join(folder, 'photos'),
    again,
    report: line => {
      if (lines.push(line) === stopAfter) stop.abort(new Error('Stopped'));
    },
    signal: stop.signal,
  }).catch((error: Error) => error.message);

  const uploads = comfy.requests.filter(({ url }) => url.pathname === '/upload/image');
  const bodies = uploads.map(({ body }) => /\r\n\r\n(.*?)\r\n--/s.exec(body.toString('latin1'))?.[1]);
  return { result, lines, asked: comfy.prompts.length, sent: new Set(bodies).size };
}

/** The previews that a new backend offers: their source, the red value near a corner, and if they have a label. */
async function shownBy(environment: Record<string, string>) {
  const backend = await openTestBackend(environment);
  const ann = await signIn(backend, 'Ann');
  const { data } = await ann.get('getTemplates', { page_size: 6 });
  const seen = [];
  for (const { id, pic_url } of data.list) {
    const { pathname, search, searchParams } = new URL(pic_url);
    const headers = { accept: 'image/webp' };
    const { rawPayload } = await backend.app.inject({ url: pathname + search, headers });
    const { xmp } = await sharp(rawPayload).metadata();
    const corner = sharp(rawPayload).extract({ left: 9, top: 9, width: 1, height: 1 });
    const [red] = await corner.raw().toBuffer();
    const isMade = searchParams.get('v') !== artVersion;
    seen.push({ id, isMade, red, isLabelled: String(xmp).includes('TC260:AIGC') });
  }
  await backend.close();
  return seen;
}

test('the preview script fails without a remote generator or a usable photo', async () => {
  await addTemplate(1001);
  const { COMFYUI_URL: _, COMFYUI_WORKFLOW: __, ...local } = settings;
  const lines: string[] = [];
  const { signal } = new AbortController();
  const report = (line: string) => void lines.push(line);
  const request = { photos: join(folder, 'poor'), again: false, report, signal };
  await expect(makePreviews(readConfig(local), request)).rejects.toThrow('No remote generator is set');

  await put('poor/blurred.jpg', await aPhoto(photo => photo.blur(3)));
  const poor = makePreviews(readConfig(settings), request);
  await expect(poor).rejects.toThrow(/poor holds no photo that can be used/);
  expect(lines).toEqual([expect.stringMatching(/blurred\.jpg is left out: blurred\.$/)]);
});

test('the templates’ previews use the photos in turn, and the next run makes only missing previews', async () => {
  const only = { BUILT_IN_TEMPLATES: '0' };
  await addTemplate(1001);
  const unknown = { ...workflow, 2: { ...workflow[2], class_type: 'FancyNode' } };
  await put('templates/1002/own.json', JSON.stringify(unknown));
  await addTemplate(1002, { workflow: 'own.json', scene: 'studio' });
  await put('templates/1003/preview.jpg', await paintByNumber(3));
  await addTemplate(1003);
  await addTemplate(1004, { on: false, scene: 'studio' });
  await addTemplate(1005);

  const first = await run({ changes: only });
  expect(first).toMatchObject({ result: { made: [1001, 1005], failed: [1002] }, asked: 2, sent: 2 });
  expect(first.lines[0]).toMatch(/cup\.png is left out: no_face\.$/);
  expect(first.lines[1]).toMatch(/list\.txt is left out: no-picture\.$/);
  expect(first.lines[3]).toMatch(/^Template 1002 from .*berta\.jpg: .*FancyNode/);

  await addTemplate(1002, { scene: 'studio' });
  expect(await run({ stopAfter: 4 })).toMatchObject({ result: 'Stopped', asked: 2 });
  expect(await run({ changes: only })).toMatchObject({ result: { made: [], failed: [] }, asked: 0 });
  expect(await run({ changes: only, again: true })).toMatchObject({
    result: { made: [1001, 1002, 1005], failed: [] },
    asked: 3,
  });
});

test('the app shows labelled previews from a remote generator while one is configured', async () => {
  const [one, two] = templates.map(({ id }) => id);
  const seen = await shownBy(settings);
  expect(seen.map(({ id, isMade, isLabelled }) => [id, isMade, isLabelled])).toEqual([
    [1001, true, true],
    [1002, true, true],
    [1003, true, false],
    [1005, true, true],
    [one, true, true],
    [two, false, false],
  ]);
  // Each preview's red value encodes the number of the double's picture.
  expect(seen.slice(0, 4).map(({ red }) => Math.round(red! / 67))).toEqual([0, 1, 3, 2]);

  const { TEMPLATES_DIR: _, COMFYUI_URL: __, COMFYUI_WORKFLOW: ___, ...local } = settings;
  const [drawn] = await shownBy(local);
  expect(drawn).toMatchObject({ id: one, isMade: false, isLabelled: false });
});
