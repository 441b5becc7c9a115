import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { templates } from '../../../server/generator/templates.ts';
import { loadMadePreviews, saveMadePreview } from '../../../server/templates/catalogue.ts';
import { type DrawPreview, PreviewCache, warmPreviews } from '../../../server/templates/preview-cache.ts';
import { plain } from '../support/a-photo.ts';
import { damages } from '../support/damage.ts';
import { folderForFile } from '../support/for-file.ts';

const folder = await folderForFile();
const drawing = () => plain(768, 1024).png().toBuffer();

test.each(damages)('a cached template picture that was %s is redrawn once', async (name, damage) => {
  const own = join(folder, name);
  let drawn = 0;
  const draw = async () => {
    drawn += 1;
    return drawing();
  };
  const cache = new PreviewCache(own, draw);
  const picture = (await cache.get(1, 320, 'webp'))!;
  expect((await sharp(picture).metadata()).width).toBe(320);

  for (const file of await readdir(own)) await damage(join(own, file));
  for (let round = 0; round < 2; round += 1) expect(await cache.get(1, 320, 'webp')).toEqual(picture);
  expect(drawn).toBe(2);
  expect(await readdir(own)).toHaveLength(2);
});

test.each(damages)('a remote generator’s picture that was %s is ignored', async (name, damage) => {
  const own = join(folder, `made ${name}`);
  const picture = await plain(768, 1024).jpeg().toBuffer();
  await damage(await saveMadePreview(own, 1, picture));
  await saveMadePreview(own, 2, picture);

  expect([...(await loadMadePreviews(own)).keys()]).toEqual([2]);
});

test('a drawing that finishes after the cache was closed is not saved', async () => {
  const own = join(folder, 'closed');
  let finish: ((picture: Uint8Array) => void) | undefined;
  const cache = new PreviewCache(own, () => new Promise(resolve => (finish = resolve)));
  const getting = cache.get(1, 320, 'webp').catch(String);
  await expect.poll(() => finish).toBeDefined();
  const closing = cache.close();

  finish!(await drawing());
  await closing;
  expect(await getting).toMatch(/closed/);
  await expect(stat(own)).rejects.toThrow();
});

test('if the disk is full, a template picture is still sent, and no partial file remains', async () => {
  const own = join(folder, 'full');
  const problems: string[] = [];
  const onProblem = ({ message }: Error) => void problems.push(message);
  const disk = { free: 256 * 2 ** 20 };
  const cache = new PreviewCache(own, drawing, { freeOn: async () => disk.free, onProblem });
  expect((await sharp((await cache.get(1, 320, 'webp'))!).metadata()).width).toBe(320);
  expect(await readdir(own)).toEqual([]);
  expect(problems).toContain("the template's picture 1-320.webp cannot be kept");

  disk.free += 1;
  await cache.get(1, 320, 'webp');
  expect(await readdir(own)).toHaveLength(2);
});

test('the start draws each first-page picture once, even after failures, and stops on shutdown', async () => {
  const [first, second, third, ...others] = templates.slice(0, 21).map(({ id }) => id);
  let drawn: number[] = [];
  let stop = new AbortController();
  const draw: DrawPreview = async id => {
    drawn.push(id);
    if (id === second) throw new Error('out of paint');
    if (id === third) stop.abort();
    return drawing();
  };
  const previews = new PreviewCache(join(folder, 'warm'), draw);
  await warmPreviews({ templates, previews }, stop.signal);
  expect(drawn).toEqual([first, second, third]);

  stop = new AbortController();
  await warmPreviews({ templates, previews }, stop.signal);
  expect(drawn.slice(3)).toEqual([second, ...others]);
  expect(await readdir(join(folder, 'warm'))).toHaveLength(40);
  // Each size of a picture is made from the same drawing.
  const { format, width, height } = await sharp((await previews.get(first!, 480, 'avif'))!).metadata();
  expect({ format, width, height }).toEqual({ format: 'heif', width: 480, height: 640 });
  drawn = [];
  await warmPreviews({ templates, previews }, stop.signal);
  expect(drawn).toEqual([second]);
});
