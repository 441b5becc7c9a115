import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { templates } from '../../../server/generator/templates.ts';
import { type DrawPreview, PreviewCache } from '../../../server/templates/preview-cache.ts';
import { warmPreviews } from '../../../server/templates/warm-previews.ts';

const [first, second, third] = templates.map(({ id }) => id);

let folder: string;
let blank: Uint8Array;
let drawn: number[] = [];

beforeAll(async () => {
  blank = await sharp({ create: { width: 768, height: 1024, channels: 3, background: '#808080' } })
    .png()
    .toBuffer();
  folder = await mkdtemp(join(tmpdir(), 'tyy-previews-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const draw: DrawPreview = async id => {
  drawn.push(id);
  if (id === second) throw new Error('out of paint');
  return blank;
};

test('the first page is drawn in order, one failure or not, and nothing is drawn twice', async () => {
  const previews = new PreviewCache(folder, draw);
  await warmPreviews({ templates, previews }, new AbortController().signal);
  const firstPage = templates.slice(0, 21).map(({ id }) => id);
  expect(drawn).toEqual(firstPage);
  expect(await readdir(folder)).toHaveLength(40);

  drawn = [];
  await warmPreviews({ templates, previews }, new AbortController().signal);
  expect(drawn).toEqual([second]);
});

test('a backend that closes draws no more', async () => {
  drawn = [];
  const abort = new AbortController();
  const previews = new PreviewCache(join(folder, 'other'), async id => {
    if (id === third) abort.abort();
    return draw(id);
  });
  await warmPreviews({ templates, previews }, abort.signal);
  expect(drawn).toEqual([first, second, third]);
});
