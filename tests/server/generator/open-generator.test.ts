import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { GeneratedPic } from '../../../server/generator/generator.ts';
import { openGenerator } from '../../../server/generator/open-generator.ts';
import { boundsOfModel } from '../../../server/generator/remote/bounds-of-model.ts';
import { openDashscopeDouble } from '../doubles/dashscope-double.ts';

test('where the label must cover no face, a pic is handed over with its faces', async () => {
  const dashscope = await openDashscopeDouble(768);
  onTestFinished(() => dashscope.close());
  const photo = await readFile('tests/testdata/astronaut.png');
  // The first pic shows somebody, the second nobody.
  const { paint } = dashscope;
  dashscope.paint = async (number, width) => (number === 1 ? photo : paint(number, width));
  const model = 'qwen-image-edit';
  const account = {
    apiKey: dashscope.key,
    apiOrigin: dashscope.origin,
    model,
    bounds: boundsOfModel(model, {}),
  };
  const generator = await openGenerator({ kind: 'dashscope', ...account, deadline: 60_000 }, 60_000, {
    findsFaces: true,
  });
  onTestFinished(() => generator.close());

  const shown: GeneratedPic[] = [];
  const request = { photos: [photo], templateId: 4, count: 2, seed: 1 };
  const pics = await generator.generate(
    request,
    () => {},
    new AbortController().signal,
    pic => shown.push(pic),
  );
  expect(pics.map(({ faces }) => faces?.length)).toEqual([1, 0]);
  expect(shown).toEqual(pics);
});
