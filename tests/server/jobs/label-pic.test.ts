import sharp from 'sharp';
import { expect, it } from 'vitest';
import { labelPic } from '../../../server/jobs/label-pic.ts';

/** A pic as a careless generator might return it: with the data of a camera. */
async function picWithCameraData() {
  const size = { width: 1152, height: 1536 };
  const bytes = await sharp({ create: { ...size, channels: 3, background: '#35648a' } })
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();
  return { bytes: new Uint8Array(bytes), type: 'image/jpeg' as const, ...size };
}

it('says in its data that it is made with AI, by IPTC and by China’s standard', async () => {
  const { bytes } = await labelPic(await picWithCameraData(), { id: 'a1b2', isMarked: false });
  const { xmp } = await sharp(bytes).metadata();
  const text = new TextDecoder().decode(xmp);
  const aigc = JSON.parse(/<TC260:AIGC>(.*)<\/TC260:AIGC>/.exec(text)![1]!);

  expect(text).toContain('digitalsourcetype/compositeWithTrainedAlgorithmicMedia');
  expect(aigc).toMatchObject({ Label: '1', ContentProducer: 'tyy', ProduceID: 'a1b2' });
});

it('carries nothing of a camera, and no place', async () => {
  const pic = await picWithCameraData();
  expect((await sharp(pic.bytes).metadata()).exif).toBeDefined();

  const { bytes } = await labelPic(pic, { id: 'a1b2', isMarked: true });
  const { exif, iptc, width, height } = await sharp(bytes).metadata();
  expect({ exif, iptc, width, height }).toEqual({ width: 1152, height: 1536 });
  expect(Buffer.from(bytes).includes('Camera')).toBe(false);
});

it.each([
  [true, 'bears'],
  [false, 'does not bear'],
])('marked: %s, it %s a mark in its lower right corner', async isMarked => {
  const { bytes } = await labelPic(await picWithCameraData(), { id: 'a1b2', isMarked });
  const corner = { left: 1052, top: 1456, width: 100, height: 80 };
  const { channels } = await sharp(await sharp(bytes).extract(corner).toBuffer()).stats();

  expect(Math.max(...channels.map(({ stdev }) => stdev)) > 10).toBe(isMarked);
});
