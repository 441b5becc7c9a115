import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { templates } from '../../../server/generator/templates.ts';
import { pictureFormatOf } from '../../../server/http/files/picture-format.ts';
import { loadMadePreviews, saveMadePreview } from '../../../server/templates/made-previews.ts';
import { type DrawPreview, PreviewCache, warmPreviews } from '../../../server/templates/preview-cache.ts';
import { damages } from '../support/damage.ts';

const folder = await mkdtemp(join(tmpdir(), 'tyy-previews-'));
const plain = { create: { width: 768, height: 1024, channels: 3 as const, background: '#35525c' } };

afterAll(() => rm(folder, { recursive: true }));

test.each(damages)('a cached template picture that was %s is drawn again once', async (name, damage) => {
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

test.each(damages)('a remote generator’s picture that was %s is ignored', async (name, damage) => {
  const own = join(folder, `made ${name}`);
  const picture = await sharp(plain).jpeg().toBuffer();
  await damage(await saveMadePreview(own, 1, picture));
  await saveMadePreview(own, 2, picture);

  expect([...(await loadMadePreviews(own)).keys()]).toEqual([2]);
});

test('a drawing that finishes after the cache was closed is not saved', async () => {
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

test('if the disk is full, a template picture is still sent, and no partial file remains', async () => {
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

test.each([
  ['image/avif,image/webp,image/apng,image/*,*/*;q=0.8', 'avif'],
  ['image/webp,image/png,*/*;q=0.5', 'webp'],
  ['image/png,image/*;q=0.8,*/*;q=0.5', 'jpeg'],
  ['*/*', 'jpeg'],
  [undefined, 'jpeg'],
])('a browser that accepts %s gets the format %s', (accept, format) => {
  expect(pictureFormatOf(accept)).toBe(format);
});

test('all widths and formats of a template picture are made from one drawing', async () => {
  let drawings = 0;
  const previews = new PreviewCache(join(folder, 'formats'), async () => {
    drawings += 1;
    return sharp(plain).png().toBuffer();
  });

  const seen = await Promise.all(
    (
      [
        [320, 'avif'],
        [480, 'webp'],
        [768, 'jpeg'],
      ] as const
    ).map(async ([wide, wanted]) => {
      const { format, width, height } = await sharp((await previews.get(4, wide, wanted))!).metadata();
      return { format, width, height };
    }),
  );
  expect(seen).toEqual([
    { format: 'heif', width: 320, height: 427 },
    { format: 'webp', width: 480, height: 640 },
    { format: 'jpeg', width: 768, height: 1024 },
  ]);
  expect(drawings).toBe(1);
});

const [first, second, third] = templates.map(({ id }) => id);
let drawnAhead: number[] = [];

const draw: DrawPreview = async id => {
  drawnAhead.push(id);
  if (id === second) throw new Error('out of paint');
  return sharp(plain).png().toBuffer();
};

test('the pictures of the first page are drawn in order, even after a failure, and none twice', async () => {
  const previews = new PreviewCache(join(folder, 'warm'), draw);
  await warmPreviews({ templates, previews }, new AbortController().signal);
  const firstPage = templates.slice(0, 21).map(({ id }) => id);
  expect(drawnAhead).toEqual(firstPage);
  expect(await readdir(join(folder, 'warm'))).toHaveLength(40);

  drawnAhead = [];
  await warmPreviews({ templates, previews }, new AbortController().signal);
  expect(drawnAhead).toEqual([second]);
});

test('a closing backend draws no more template pictures', async () => {
  drawnAhead = [];
  const abort = new AbortController();
  const previews = new PreviewCache(join(folder, 'other'), async id => {
    if (id === third) abort.abort();
    return draw(id);
  });
  await warmPreviews({ templates, previews }, abort.signal);
  expect(drawnAhead).toEqual([first, second, third]);
});
