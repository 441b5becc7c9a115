import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { inspectPhoto } from '../../../server/generator/vision/inspect-photo.ts';
import { aPhoto, aPhotoOfTwo } from './a-photo.ts';

async function problemsOf(photo: Uint8Array, isFront = true) {
  const { problems } = await inspectPhoto(photo, isFront);
  return problems;
}

describe('a front photo', () => {
  it('is accepted when it shows one clear face', async () => {
    expect(await problemsOf(await aPhoto())).toEqual([]);
  });

  it.each<[string, (photo: Sharp) => Sharp]>([
    ['a close-up', photo => photo.extract({ left: 150, top: 30, width: 150, height: 200 }).resize(900, 1200)],
    [
      'a close-up that cuts forehead and chin',
      photo => photo.extract({ left: 165, top: 70, width: 120, height: 120 }).resize(1000, 1000),
    ],
  ])('is accepted when it is %s', async (_, change) => {
    expect(await problemsOf(await aPhoto(change))).toEqual([]);
  });

  it.each([1, 10, 20, 25, 32, 40])('is accepted at a tilt of %i degrees', async degrees => {
    expect(await problemsOf(await aPhoto(photo => photo.rotate(degrees, { background: '#888888' })))).toEqual(
      [],
    );
  });

  it('is not called blurred when it is sharp and the face is small', async () => {
    expect(await problemsOf(await aPhoto(photo => photo.resize(280)))).toEqual(['face_small']);
  });

  it('may show several people', async () => {
    expect(await problemsOf(await aPhotoOfTwo())).toEqual(['many_faces']);
  });

  it.each([1.5, 2, 3])('is advised against when blurred by %f pixels', async deviation => {
    expect(await problemsOf(await aPhoto(photo => photo.blur(deviation)))).toContain('blurred');
  });

  it('is advised against when the face is small', async () => {
    expect(await problemsOf(await aPhoto(photo => photo.resize(220)))).toContain('face_small');
  });

  it('is advised against when the face lies in the dark', async () => {
    expect(await problemsOf(await aPhoto(photo => photo.linear(0.25, 0)))).toContain('dark');
  });

  it('is advised against when the face is burnt out', async () => {
    expect(await problemsOf(await aPhoto(photo => photo.linear(0.25, 195)))).toContain('bright');
  });

  it('is refused when it cannot be read', async () => {
    expect(await problemsOf(new TextEncoder().encode('not a picture'))).toEqual(['unreadable']);
    expect(await problemsOf((await aPhoto()).slice(0, 900))).toEqual(['unreadable']);
  });
});

describe('a photo without a face', () => {
  const size = { width: 600, height: 800, channels: 3 as const };

  it('is refused when it is noise', async () => {
    const noise = await sharp({
      create: { ...size, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    })
      .jpeg()
      .toBuffer();

    expect(await problemsOf(noise)).toEqual(['no_face']);
  });
});

describe('a supplementary photo', () => {
  it('may be blurred, as long as it shows one face', async () => {
    expect(await problemsOf(await aPhoto(photo => photo.blur(2)), false)).toEqual([]);
  });

  it('may show two people', async () => {
    expect(await problemsOf(await aPhotoOfTwo(), false)).toEqual([]);
  });
});
