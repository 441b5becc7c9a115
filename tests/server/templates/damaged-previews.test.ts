import { mkdir, mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { loadMadePreviews, saveMadePreview } from '../../../server/templates/made-previews.ts';
import { PreviewCache } from '../../../server/templates/preview-cache.ts';

const folder = await mkdtemp(join(tmpdir(), 'tyy-previews-'));
const plain = { create: { width: 768, height: 1024, channels: 3 as const, background: '#35525c' } };

afterAll(() => rm(folder, { recursive: true }));

const faults: [string, (file: string) => Promise<void>][] = [
  ['cut short', async file => truncate(file, Math.floor((await stat(file)).size / 2))],
  ['emptied', file => truncate(file, 0)],
  [
    'made unreadable',
    async file => {
      await rm(file);
      await mkdir(file);
    },
  ],
];

test.each(faults)("a template's picture that was %s is drawn anew, once", async (name, damage) => {
  const own = join(folder, name);
  let drawn = 0;
  const draw = async () => {
    drawn += 1;
    return sharp(plain).png().toBuffer();
  };
  const cache = new PreviewCache(own, draw);
  const picture = (await cache.get(1, 320, 'webp'))!;
  expect((await sharp(picture).metadata()).width).toBe(320);

  for (const file of await readdir(own)) await damage(join(own, file));
  for (let round = 0; round < 2; round += 1) expect(await cache.get(1, 320, 'webp')).toEqual(picture);
  expect(drawn).toBe(2);
  expect(await readdir(own)).toHaveLength(2);
});

test.each(faults)("a template's made picture that was %s is none", async (name, damage) => {
  const own = join(folder, `made ${name}`);
  const picture = await sharp(plain).jpeg().toBuffer();
  await damage(await saveMadePreview(own, 1, picture));
  await saveMadePreview(own, 2, picture);

  expect([...(await loadMadePreviews(own)).keys()]).toEqual([2]);
});

test('what is being drawn when the cache is closed is not written afterwards', async () => {
  const own = join(folder, 'closed');
  let draw = (_: Uint8Array) => {};
  const drawing = new Promise<Uint8Array>(resolve => {
    draw = resolve;
  });
  let begin = () => {};
  const begun = new Promise<void>(resolve => {
    begin = resolve;
  });
  const cache = new PreviewCache(own, () => {
    begin();
    return drawing;
  });
  const getting = cache.get(1, 320, 'webp').catch(String);
  await begun;
  let isClosed = false;
  const closing = cache.close().then(() => {
    isClosed = true;
  });
  await stat(folder);
  expect(isClosed).toBe(false);

  draw(await sharp(plain).png().toBuffer());
  await closing;
  expect(await getting).toMatch(/closed/);
  await expect(stat(own)).rejects.toThrow();
});

test("a template's picture for which the disk has no room is sent all the same, and nothing half written stays", async () => {
  const own = join(folder, 'full');
  const problems: string[] = [];
  const onProblem = ({ message }: Error) => void problems.push(message);
  const disk = { free: 256 * 2 ** 20 };
  const draw = () => sharp(plain).png().toBuffer();
  const cache = new PreviewCache(own, draw, { freeOn: async () => disk.free, onProblem });
  expect((await sharp((await cache.get(1, 320, 'webp'))!).metadata()).width).toBe(320);
  expect(await readdir(own)).toEqual([]);
  expect(problems).toContain("the template's picture 1-320.webp cannot be kept");

  disk.free += 1;
  await cache.get(1, 320, 'webp');
  expect(await readdir(own)).toHaveLength(2);
});
