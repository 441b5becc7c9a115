import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pickReferences } from '../../../server/generator/remote/pick-references.ts';
import { preparePhoto } from '../../../server/generator/remote/remote-pictures.ts';
import { inspectPhoto } from '../../../server/generator/vision/inspect-photo.ts';
import { readPixels } from '../../../server/generator/vision/pixels.ts';

/** Of 17 megapixels: its decoder would take 340 MB. */
const bomb = await sharp({ create: { width: 4200, height: 4100, channels: 3, background: '#c7361b' } })
  .avif({ effort: 0, quality: 1 })
  .toBuffer();
const wide = await sharp({ create: { width: 16_400, height: 40, channels: 3, background: '#c7361b' } })
  .png()
  .toBuffer();

test.each([
  ['an AVIF of some kB', bomb],
  ['a strip', wide],
])(
  '%s with more pixels than a photo may have is decoded by no generator, even where a check let it through',
  async (_, photo) => {
    expect(await inspectPhoto(photo, true)).toEqual({ problems: ['unreadable'] });
    await expect(readPixels(photo)).rejects.toThrow('too-many-pixels');
    await expect(preparePhoto(photo)).rejects.toThrow('too-many-pixels');
    await expect(pickReferences([photo, photo, photo], 2)).rejects.toThrow('too-many-pixels');
  },
);

test('a photo of the largest kind is decoded', async () => {
  const large = await sharp({ create: { width: 8000, height: 6000, channels: 3, background: '#c7361b' } })
    .jpeg()
    .toBuffer();
  expect(await readPixels(large)).toMatchObject({ width: 1440, height: 1080 });
});
