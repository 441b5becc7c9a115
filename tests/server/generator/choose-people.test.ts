import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { choosePeople } from '../../../server/generator/local/choose-people.ts';
import { drawSitter } from '../../../server/generator/sitters/draw-sitter.ts';
import { sitterOf } from '../../../server/generator/sitters/sitter-of.ts';
import { embedFace, likeness } from '../../../server/generator/vision/embed-face.ts';
import { findSubjects } from '../../../server/generator/vision/find-subjects.ts';
import { readPixels } from '../../../server/generator/vision/pixels.ts';
import { aPhoto, aPhotoOfTwo } from './a-photo.ts';

const never = new AbortController().signal;

/** A photo of somebody else: a drawn person. */
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

it('takes the person from each good photo', async () => {
  const nearer = await aPhoto(photo =>
    photo.extract({ left: 60, top: 0, width: 340, height: 400 }).resize(900),
  );
  const photos = [await aPhoto(), nearer];

  expect(await choosePeople(photos, never)).toHaveLength(2);
});

it('takes the sharpest of many, and no more than a job has pics', async () => {
  const good = await aPhoto(photo => photo.modulate({ brightness: 1.02 }));
  const soft = await aPhoto(photo => photo.blur(0.8));
  const people = await choosePeople([await aPhoto(), soft, good, good, good], never);

  expect(people).toHaveLength(4);
});

it('leaves out anybody else, groups and photos without a face', async () => {
  const blank = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#ccc' } })
    .jpeg()
    .toBuffer();
  const photos = [await aPhoto(), another, await aPhotoOfTwo(), new Uint8Array(blank)];

  expect(await choosePeople(photos, never)).toHaveLength(1);
});

it('chooses by sharpness and pose alone where faces are not compared', async () => {
  const photos = [await aPhoto(), another, await aPhotoOfTwo()];
  expect(await choosePeople(photos, never, false)).toHaveLength(2);
});

it('tells two people apart, and knows one again in another light', async () => {
  const [person, darker, other] = await Promise.all([
    identityOf(await aPhoto()),
    identityOf(await aPhoto(photo => photo.linear(0.5, 0))),
    identityOf(another),
  ]);

  expect(likeness(person, darker)).toBeGreaterThan(0.8);
  expect(likeness(person, other)).toBeLessThan(0.5);
});
