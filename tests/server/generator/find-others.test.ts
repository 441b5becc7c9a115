import sharp from 'sharp';
import { expect, it } from 'vitest';
import { findOthers } from '../../../server/generator/local/find-others.ts';
import { drawSitter } from '../../../server/generator/sitters/draw-sitter.ts';
import { sitterOf } from '../../../server/generator/sitters/sitter-of.ts';
import { aPhoto, aPhotoOfTwo, aTiltedPhoto } from './a-photo.ts';

/** A photo in which a picture takes so many of 1,100 px from top to bottom. */
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

const another = new Uint8Array(Buffer.from(drawSitter(sitterOf(3), 3, 0.4)));

it('finds a second woman, also from afar, and the same one in any light, size and tilt', async () => {
  const photos = await Promise.all([
    aPhoto(),
    farAway(another, 500),
    farAway(another, 250),
    farAway(await aPhoto(), 500),
    aPhoto(photo => photo.linear(0.5, 0)),
    aTiltedPhoto(-25),
    aTiltedPhoto(40),
  ]);
  expect(await findOthers(photos)).toEqual([true, true, false, false, false, false]);
});

it('says nothing of photos that show nobody, several people, or a face that is tiny or blurred', async () => {
  const blank = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#ccc' } })
    .jpeg()
    .toBuffer();
  const blurred = await sharp(await farAway(another, 600))
    .blur(6)
    .jpeg()
    .toBuffer();
  const others = await Promise.all([farAway(another, 90), aPhotoOfTwo()]);
  const unclear = [new Uint8Array(blank), new Uint8Array(blurred), ...others];
  expect(await findOthers([await aPhoto(), ...unclear])).toEqual([false, false, false, false]);
  expect(await findOthers([new Uint8Array(blank), await farAway(another, 500)])).toEqual([false]);
});
