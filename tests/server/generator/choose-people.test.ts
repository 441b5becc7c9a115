import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { choosePeople } from '../../../server/generator/local/choose-people.ts';
import { findOthers } from '../../../server/generator/local/find-others.ts';
import { drawSitter } from '../../../server/generator/sitters/draw-sitter.ts';
import { sitterOf } from '../../../server/generator/sitters/sitter-of.ts';
import { embedFace, likeness } from '../../../server/generator/vision/embed-face.ts';
import { findSubjects } from '../../../server/generator/vision/find-subjects.ts';
import { readPixels } from '../../../server/generator/vision/pixels.ts';
import { aPhoto, aPhotoOfTwo, aTiltedPhoto } from './a-photo.ts';

const never = new AbortController().signal;

const grey = { width: 600, height: 600, channels: 3 as const, background: '#ccc' };
const blank = new Uint8Array(await sharp({ create: grey }).jpeg().toBuffer());

/** A photo of a drawn face: another person than the portrait. */
let another: Uint8Array;

beforeAll(async () => {
  const svg = Buffer.from(drawSitter(sitterOf(3), 3));
  another = new Uint8Array(await sharp(svg).flatten({ background: '#b8b4ae' }).jpeg().toBuffer());
});

async function identityOf(bytes: Uint8Array) {
  const photo = await readPixels(bytes);
  const [subject] = await findSubjects(photo);
  return embedFace(photo, subject!);
}

test('the person is cut out of every good photo', async () => {
  const nearer = await aPhoto(photo =>
    photo.extract({ left: 60, top: 0, width: 340, height: 400 }).resize(900),
  );
  const photos = [await aPhoto(), nearer];

  expect(await choosePeople(photos, never)).toHaveLength(2);
});

test('of many photos the sharpest are used, at most as many as the job has pics', async () => {
  const good = await aPhoto(photo => photo.modulate({ brightness: 1.02 }));
  const soft = await aPhoto(photo => photo.blur(0.8));
  const people = await choosePeople([await aPhoto(), soft, good, good, good], never);

  expect(people).toHaveLength(4);
});

test('photos of other people, groups and photos without a face are left out', async () => {
  const photos = [await aPhoto(), another, await aPhotoOfTwo(), blank];

  expect(await choosePeople(photos, never)).toHaveLength(1);
});

test('without face comparison, photos are chosen only by sharpness and pose', async () => {
  const photos = [await aPhoto(), another, await aPhotoOfTwo()];
  expect(await choosePeople(photos, never, false)).toHaveLength(2);
});

test('two people are recognized as different, and one person as the same in another light', async () => {
  const [person, darker, other] = await Promise.all([
    identityOf(await aPhoto()),
    identityOf(await aPhoto(photo => photo.linear(0.5, 0))),
    identityOf(another),
  ]);

  expect(likeness(person, darker)).toBeGreaterThan(0.8);
  expect(likeness(person, other)).toBeLessThan(0.5);
});

/** A photo of 800 × 1100 px that contains the picture, `side` px wide. */
async function farAway(picture: Uint8Array, side: number): Promise<Uint8Array> {
  const ground = sharp({ create: { width: 800, height: 1100, channels: 3, background: '#99a0a6' } });
  const input = await sharp(picture).resize(side).png().toBuffer();
  return new Uint8Array(
    await ground
      .composite([{ input, left: 100, top: 100 }])
      .jpeg()
      .toBuffer(),
  );
}

const sitter = new Uint8Array(Buffer.from(drawSitter(sitterOf(3), 3, 0.4)));

test('a photo of a second person is found even from afar, and the same person is recognized in any light, size and tilt', async () => {
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

test('photos without a person, with several people, or with a tiny or blurred face are not counted as another person', async () => {
  const large = sharp(await farAway(sitter, 600));
  const blurred = await large.blur(6).jpeg().toBuffer();
  const others = await Promise.all([farAway(sitter, 90), aPhotoOfTwo()]);
  const unclear = [blank, new Uint8Array(blurred), ...others];
  expect(await findOthers([await aPhoto(), ...unclear])).toEqual([false, false, false, false]);
  expect(await findOthers([blank, await farAway(sitter, 500)])).toEqual([false]);
});
