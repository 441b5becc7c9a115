import sharp from 'sharp';
import { expect, test } from 'vitest';
import { choosePeople } from '../../../server/generator/local/choose-people.ts';
import { findOthers } from '../../../server/generator/local/find-others.ts';
import { drawSitter } from '../../../server/generator/sitters/draw-sitter.ts';
import { sitterOf } from '../../../server/generator/sitters/sitter-of.ts';

import { plain } from '../support/a-photo.ts';
import { aPhoto, aPhotoOfTwo, aTiltedPhoto } from './a-photo.ts';

const never = new AbortController().signal;

const blank = new Uint8Array(await plain(600, 600, '#ccc').jpeg().toBuffer());

/** A drawn face on grey, which is a different person from the portrait. */
const another = new Uint8Array(
  await sharp(Buffer.from(drawSitter(sitterOf(3), 3)))
    .flatten({ background: '#b8b4ae' })
    .jpeg()
    .toBuffer(),
);

test('the sharpest photos are used, at most one per pic of the job', async () => {
  const good = await aPhoto(photo => photo.modulate({ brightness: 1.02 }));
  const soft = await aPhoto(photo => photo.blur(0.8));
  const people = await choosePeople([await aPhoto(), soft, good, good, good], never);

  expect(people).toHaveLength(4);
});

test('photos without exactly one face are skipped, and, if faces are compared, photos of other people', async () => {
  const photos = [await aPhoto(), another, await aPhotoOfTwo(), blank];

  expect(await choosePeople(photos, never)).toHaveLength(1);
  expect(await choosePeople(photos, never, false)).toHaveLength(2);
});

/** A photo of 800 × 1100 px that contains the picture, scaled to a width of `side` px. */
async function farAway(picture: Uint8Array, side: number): Promise<Uint8Array> {
  const input = await sharp(picture).resize(side).png().toBuffer();
  const photo = plain(800, 1100, '#99a0a6').composite([{ input, left: 100, top: 100 }]);
  return new Uint8Array(await photo.jpeg().toBuffer());
}

const sitter = new Uint8Array(Buffer.from(drawSitter(sitterOf(3), 3, 0.4)));

test('another person is found even far away; the same person is recognized at any light, size and tilt', async () => {
  const photos = await Promise.all([
    aPhoto(),
    farAway(sitter, 500),
    farAway(sitter, 250),
    farAway(await aPhoto(), 500),
    aPhoto(photo => photo.linear(0.5, 0)),
    aTiltedPhoto(-25),
    aTiltedPhoto(40),
  ]);
  expect(await findOthers(photos)).toEqual([true, true, false, false, false, false]);
});

test('photos without one clear face do not count as photos of another person', async () => {
  const large = sharp(await farAway(sitter, 600));
  const blurred = await large.blur(6).jpeg().toBuffer();
  const others = await Promise.all([farAway(sitter, 90), aPhotoOfTwo()]);
  const unclear = [blank, new Uint8Array(blurred), ...others];
  expect(await findOthers([await aPhoto(), ...unclear])).toEqual([false, false, false, false]);
  expect(await findOthers([blank, await farAway(sitter, 500)])).toEqual([false]);
});
