import sharp from 'sharp';
import { expect, test } from 'vitest';
import { labelPic } from '../../../../server/labels/label-pic.ts';
import { copyLabelData } from '../../../../src/platform/pictures/copy-label-data.ts';

const plain = { create: { width: 40, height: 30, channels: 3 as const, background: '#35525c' } };
const blobOf = (bytes: Uint8Array) => new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' });

/** A picture labelled by the server's code. */
async function labelled(): Promise<Uint8Array> {
  const label = { mark: 'small', producer: 'Müller & Söhne', id: 'pic-1', language: 'en' } as const;
  const bytes = await sharp(plain).jpeg().toBuffer();
  return (await labelPic({ bytes, type: 'image/jpeg', width: 40, height: 30 }, label)).bytes;
}

async function copied(from: Uint8Array, into: Uint8Array) {
  const blob = await copyLabelData(blobOf(from), blobOf(into));
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return { blob, bytes, data: await sharp(bytes).metadata() };
}

test('what a pic says of how it was made goes into another JPEG byte for byte, and nothing else does', async () => {
  const from = await sharp(await labelled())
    .keepXmp()
    .withExif({ IFD0: { Artist: 'somebody' } })
    .toBuffer();
  const into = await sharp(plain).jpeg().toBuffer();
  const { blob, data, bytes } = await copied(from, into);
  expect(blob.type).toBe('image/jpeg');
  expect(data.xmp).toEqual((await sharp(from).metadata()).xmp);
  expect(data.xmp?.toString()).toContain('"ContentProducer":"Müller &#38; Söhne"');
  expect(data.exif).toBeUndefined();
  expect(await sharp(bytes).raw().toBuffer()).toEqual(await sharp(into).raw().toBuffer());
});

test.each([
  ['a picture without such data', () => sharp(plain).jpeg().toBuffer()],
  ['what is no picture', async () => new TextEncoder().encode('no picture')],
  ['a JPEG that ends in its data', async () => (await labelled()).slice(0, 300)],
  [
    'a JPEG whose segment says that it has no length',
    async () => Uint8Array.of(255, 216, 255, 225, 0, 0, 1, 2),
  ],
])('%s leaves the other one as it is', async (_, source) => {
  const into = await sharp(plain).jpeg().toBuffer();
  const { bytes } = await copied(await source(), into);
  expect(Buffer.from(bytes)).toEqual(into);
});
