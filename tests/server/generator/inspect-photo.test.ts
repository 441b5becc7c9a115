import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { pickReferences } from '../../../server/generator/remote/pick-references.ts';
import { preparePhoto } from '../../../server/generator/remote/remote-pictures.ts';
import { inspectPhoto } from '../../../server/generator/vision/inspect-photo.ts';
import { readPixels } from '../../../server/generator/vision/pixels.ts';
import { aPhoto, aPhotoOfTwo } from './a-photo.ts';

async function problemsOf(photo: Uint8Array, isFront = true) {
  const { problems } = await inspectPhoto(photo, isFront);
  return problems;
}

describe('a front photo', () => {
  test('is accepted when it shows one clear face', async () => {
    expect(await problemsOf(await aPhoto())).toEqual([]);
  });

  test.each<[string, (photo: Sharp) => Sharp]>([
    ['a close-up', photo => photo.extract({ left: 150, top: 30, width: 150, height: 200 }).resize(900, 1200)],
    [
      'a close-up that cuts forehead and chin',
      photo => photo.extract({ left: 165, top: 70, width: 120, height: 120 }).resize(1000, 1000),
    ],
  ])('is accepted when it is %s', async (_, change) => {
    expect(await problemsOf(await aPhoto(change))).toEqual([]);
  });

  test.each([20, 40])('is accepted at a tilt of %i degrees', async degrees => {
    expect(await problemsOf(await aPhoto(photo => photo.rotate(degrees, { background: '#888888' })))).toEqual(
      [],
    );
  });

  test('is not called blurred when it is sharp and the face is small', async () => {
    expect(await problemsOf(await aPhoto(photo => photo.resize(280)))).toEqual(['face_small']);
  });

  test('may show several people', async () => {
    expect(await problemsOf(await aPhotoOfTwo())).toEqual(['many_faces']);
  });

  test.each([1.5, 3])('is advised against when blurred by %f pixels', async deviation => {
    expect(await problemsOf(await aPhoto(photo => photo.blur(deviation)))).toContain('blurred');
  });

  test('is advised against when the face is small', async () => {
    expect(await problemsOf(await aPhoto(photo => photo.resize(220)))).toContain('face_small');
  });

  test('is advised against when the face lies in the dark', async () => {
    expect(await problemsOf(await aPhoto(photo => photo.linear(0.25, 0)))).toContain('dark');
  });

  test('is advised against when the face is burnt out', async () => {
    expect(await problemsOf(await aPhoto(photo => photo.linear(0.25, 195)))).toContain('bright');
  });

  test('is refused when it cannot be read', async () => {
    expect(await problemsOf(new TextEncoder().encode('not a picture'))).toEqual(['unreadable']);
    expect(await problemsOf((await aPhoto()).slice(0, 900))).toEqual(['unreadable']);
  });
});

describe('a photo without a face', () => {
  const size = { width: 600, height: 800, channels: 3 as const };

  test('is refused when it is noise', async () => {
    const noise = await sharp({
      create: { ...size, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    })
      .jpeg()
      .toBuffer();

    expect(await problemsOf(noise)).toEqual(['no_face']);
  });
});

describe('a supplementary photo', () => {
  test('may be blurred, as long as it shows one face', async () => {
    expect(await problemsOf(await aPhoto(photo => photo.blur(2)), false)).toEqual([]);
  });

  test('may show two people', async () => {
    expect(await problemsOf(await aPhotoOfTwo(), false)).toEqual([]);
  });
});

/** 17 megapixels: decoding would take 340 MB. */
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
