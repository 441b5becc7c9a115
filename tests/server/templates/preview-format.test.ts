import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pictureFormatOf } from '../../../server/http/files/picture-format.ts';
import { PreviewCache } from '../../../server/templates/preview-cache.ts';

test.each([
  ['image/avif,image/webp,image/apng,image/*,*/*;q=0.8', 'avif'],
  ['image/webp,image/png,*/*;q=0.5', 'webp'],
  ['image/png,image/*;q=0.8,*/*;q=0.5', 'jpeg'],
  ['*/*', 'jpeg'],
  [undefined, 'jpeg'],
])('a browser that accepts %s gets %s', (accept, format) => {
  expect(pictureFormatOf(accept)).toBe(format);
});

test('every width and format comes from one drawing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tyy-formats-'));
  let drawings = 0;
  const previews = new PreviewCache(folder, async () => {
    drawings += 1;
    return sharp({ create: { width: 768, height: 1024, channels: 3, background: '#a05030' } })
      .png()
      .toBuffer();
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
  await rm(folder, { recursive: true });
});
