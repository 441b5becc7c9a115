import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import type { PhotoReason } from '../../../server/contract/photo-reasons.ts';
import { pickReferences } from '../../../server/generator/remote/pick-references.ts';
import { preparePhoto } from '../../../server/generator/remote/remote-pictures.ts';
import { inspectPhoto } from '../../../server/generator/vision/inspect-photo.ts';
import { readPixels } from '../../../server/generator/vision/pixels.ts';
import { plain } from '../support/a-photo.ts';
import { aPhoto } from './a-photo.ts';

async function problemsOf(photo: Uint8Array) {
  return (await inspectPhoto(photo, true)).problems;
}

const part = (left: number, top: number, width: number, height: number) => (photo: Sharp) =>
  photo.extract({ left, top, width, height }).resize(width * 6, height * 6);

const rotated = (degrees: number) => (photo: Sharp) => photo.rotate(degrees, { background: '#888888' });

test.each<[string, (photo: Sharp) => Sharp, PhotoReason[]]>([
  ['of one clear face', photo => photo, []],
  ['that is a close-up of a face', part(150, 30, 150, 200), []],
  ['that cuts forehead and chin', part(165, 70, 120, 120), []],
  ['tilted by 40 degrees', rotated(40), []],
  ['that is sharp but small', photo => photo.resize(280), ['face_small']],
])('a front photo %s has only the expected problems', async (_, change, problems) => {
  expect(await problemsOf(await aPhoto(change))).toEqual(problems);
});

test.each<[PhotoReason, string, (photo: Sharp) => Sharp]>([
  ['blurred', 'blurred by 1.5 pixels', photo => photo.blur(1.5)],
  ['face_small', 'with a small face', photo => photo.resize(220)],
  ['dark', 'with a face in the dark', photo => photo.linear(0.25, 0)],
  ['bright', 'with an overexposed face', photo => photo.linear(0.25, 195)],
])('the problem “%s” is found in a front photo %s', async (problem, _, change) => {
  expect(await problemsOf(await aPhoto(change))).toContain(problem);
});

test('a text file and a truncated photo are unreadable, and a picture of noise shows no face', async () => {
  expect(await problemsOf(new TextEncoder().encode('not a picture'))).toEqual(['unreadable']);
  expect(await problemsOf((await aPhoto()).slice(0, 900))).toEqual(['unreadable']);
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const create = { width: 600, height: 800, channels: 3 as const, background: '#808080', noise };
  expect(await problemsOf(await sharp({ create }).jpeg().toBuffer())).toEqual(['no_face']);
});

test.each<[string, Promise<Buffer>]>([
  // Decoding these 17 megapixels would take 340 MB, so they must be refused.
  ['a small AVIF file', plain(4200, 4100).avif({ effort: 0, quality: 1 }).toBuffer()],
  ['a very wide PNG', plain(16_400, 40).png().toBuffer()],
])('%s is not decoded if it has more pixels than a photo may have', async (_, picture) => {
  const photo = await picture;
  expect(await inspectPhoto(photo, true)).toEqual({ problems: ['unreadable'] });
  await expect(readPixels(photo)).rejects.toThrow('too-many-pixels');
  await expect(preparePhoto(photo)).rejects.toThrow('too-many-pixels');
  await expect(pickReferences([photo, photo, photo], 2)).rejects.toThrow('too-many-pixels');
});

test('a photo with exactly the maximum number of pixels is decoded', async () => {
  const large = await plain(8000, 6000).jpeg().toBuffer();
  expect(await readPixels(large)).toMatchObject({ width: 1440, height: 1080 });
});
