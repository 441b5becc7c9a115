import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { templates } from '../../../server/generator/templates.ts';
import { type DrawPreview, PreviewCache } from '../../../server/templates/preview-cache.ts';
import { warmPreviews } from '../../../server/templates/warm-previews.ts';

let folder: string;
let drawn: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tyy-previews-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const draw: DrawPreview = async (id, width) => {
  drawn.push(`${id}-${width}`);
  if (id === 2) throw new Error('out of paint');
  return new Uint8Array(1);
};

test('the first page is drawn in order, one failure or not, and nothing is drawn twice', async () => {
  const previews = new PreviewCache(folder, draw);
  await warmPreviews({ templates, previews }, new AbortController().signal);
  const firstPage = Array.from({ length: 21 }, (_, index) => `${index + 1}-320`);
  expect(drawn).toEqual(firstPage);
  expect(await readdir(folder)).toHaveLength(20);

  drawn = [];
  await warmPreviews({ templates, previews }, new AbortController().signal);
  expect(drawn).toEqual(['2-320']);
});

test('a backend that closes draws no more', async () => {
  drawn = [];
  const abort = new AbortController();
  const previews = new PreviewCache(join(folder, 'other'), async (id, width) => {
    if (id === 3) abort.abort();
    return draw(id, width);
  });
  await warmPreviews({ templates, previews }, abort.signal);
  expect(drawn).toEqual(['1-320', '2-320', '3-320']);
});
