import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { labelPic } from '../../../../server/labels/label-pic.ts';
import { copyLabelData } from '../../../../src/platform/pictures/copy-label-data.ts';
import { pictureFile } from '../../../../src/platform/pictures/picture-file.ts';
import { fitInto, readJpegHeader } from '../../../../src/platform/pictures/read-jpeg-header.ts';

const picture = () => sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } });

function asArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

describe('readJpegHeader', () => {
  /** Makes a 60 × 40 JPEG with these segments before its size. */
  const withSegments = (...segments: [marker: number, bytes: Buffer][]) => {
    const all = segments.map(([marker, bytes]) =>
      Buffer.concat([Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255]), bytes]),
    );
    const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 40, 0, 60, 3]);
    return asArrayBuffer(Buffer.concat([Buffer.from([0xff, 0xd8]), ...all, frame]));
  };

  /** Makes an EXIF segment with one entry. `order` is the byte order. */
  const exif = (tag: number, value: number, order: 'II' | 'MM') => {
    const directory = Buffer.alloc(22);
    const write = (bytes: number, number: number, at: number) =>
      order === 'II' ? directory.writeUIntLE(number, at, bytes) : directory.writeUIntBE(number, at, bytes);
    write(2, 42, 0);
    write(4, 8, 2);
    write(2, 1, 6);
    write(2, tag, 8);
    write(2, 3, 10);
    write(4, 1, 12);
    write(2, value, 16);
    return Buffer.concat([Buffer.from(`Exif\0\0${order}`), directory]);
  };

  test.each<[string, [marker: number, bytes: Buffer][], orientation: number, hasMetadata: boolean]>([
    ['EXIF of a little-endian camera', [[0xe1, exif(0x0112, 6, 'II')]], 6, true],
    ['EXIF of a big-endian camera', [[0xe1, exif(0x0112, 8, 'MM')]], 8, true],
    ['an invalid orientation', [[0xe1, exif(0x0112, 9, 'II')]], 1, true],
    ['XMP alone', [[0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x/>')]], 1, true],
    ['IPTC', [[0xed, Buffer.from('Photoshop 3.0')]], 1, true],
    [
      'tables before its size',
      [
        [0xc4, Buffer.alloc(20, 9)],
        [0xc8, Buffer.alloc(9)],
        [0xcc, Buffer.alloc(9)],
      ],
      1,
      false,
    ],
    ['a directory beyond its end', [[0xe1, Buffer.from('Exif\0\0MM\0*\0\0\xff\xff', 'latin1')]], 1, true],
  ])('readJpegHeader reads the header of a JPEG with %s', (_, segments, orientation, hasMetadata) => {
    const header = readJpegHeader(withSegments(...segments));
    expect(header).toEqual({ width: 60, height: 40, orientation, hasMetadata });
  });

  test('readJpegHeader throws no exception if bytes are damaged', async () => {
    const bytes = await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const change = fc.tuple(fc.integer({ min: 2, max: 200 }), fc.integer({ min: 0, max: 255 }));

    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), fc.nat(bytes.length), (changes, length) => {
        const damaged = new Uint8Array(bytes.subarray(0, length));
        for (const [at, value] of changes) damaged[at] = value;
        readJpegHeader(damaged.buffer);
      }),
      { numRuns: 2000 },
    );
  });
});

test('fitInto scales a large picture down and keeps the size of a small picture', () => {
  expect(fitInto({ width: 3000, height: 4000 }, 2048)).toEqual({ width: 1536, height: 2048 });
  expect(fitInto({ width: 10_000, height: 2 }, 2048)).toEqual({ width: 2048, height: 1 });
  expect(fitInto({ width: 30, height: 40 }, 2048)).toEqual({ width: 30, height: 40 });
});

const plain = { create: { width: 40, height: 30, channels: 3 as const, background: '#35525c' } };
const blobOf = (bytes: Uint8Array) => new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' });

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

test('copyLabelData copies only the AI label’s metadata into another JPEG and keeps its pixels', async () => {
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
  ['a file that is no picture', async () => new TextEncoder().encode('no picture')],
  ['a JPEG that ends in its data', async () => (await labelled()).slice(0, 300)],
  ['a JPEG with a segment of length 0', async () => Uint8Array.of(255, 216, 255, 225, 0, 0, 1, 2)],
])('%s changes nothing in the other JPEG', async (_, source) => {
  const into = await sharp(plain).jpeg().toBuffer();
  const { bytes } = await copied(await source(), into);
  expect(Buffer.from(bytes)).toEqual(into);
});

// JPEG bytes whose base64 contains "/", which differs in base64url.
const bytes = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0xfb, 0xef, 0xbe, 0xff]);
const base64 = btoa(String.fromCharCode(...bytes));

test.each([
  ['without a prefix', base64],
  ['with a prefix', `data:image/png;base64,${base64}`],
  ['in the alphabet for addresses', base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')],
  ['broken into lines', `${base64.slice(0, 4)}\r\n${base64.slice(4)}`],
])('a picture in base64 %s gets its bytes, and the type of these bytes', async (_name, text) => {
  const file = pictureFile(text, '2_0');
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
  expect([file.name, file.type]).toEqual(['2_0.jpg', 'image/jpeg']);
});

const square = () => sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } });
const box = (brand: string) => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`)]);

test.each<[type: string, extension: string, make: () => Promise<Buffer> | Buffer]>([
  ['image/png', 'png', () => square().png().toBuffer()],
  ['image/gif', 'gif', () => square().gif().toBuffer()],
  ['image/webp', 'webp', () => square().webp().toBuffer()],
  ['image/avif', 'avif', () => square().avif().toBuffer()],
  ['image/avif', 'avif', () => box('avis')],
  ['image/tiff', 'tif', () => square().tiff().toBuffer()],
  ['image/heic', 'heic', () => box('heic')],
  ['image/heic', 'heic', () => box('mif1')],
  ['image/bmp', 'bmp', () => Buffer.from('BM8')],
])('a picture of type %s becomes a file with the extension %s', async (type, extension, make) => {
  const file = pictureFile((await make()).toString('base64'), '1');
  expect([file.name, file.type]).toEqual([`1.${extension}`, type]);
});

test.each([
  ['a text', btoa('a word that says BM and GIF8 and ftypheic')],
  ...['\xff\xd8\xff', '\x89PNG', 'GIF8', 'BM', 'MM\0*'].map((start): [string, string] => [
    `a text in which ${JSON.stringify(start)} is not at the start`,
    btoa(`x${start}`),
  ]),
  ['a RIFF file that is no picture', btoa('RIFF1234WAVE')],
  ['an MP4 file', box('isom').toString('base64')],
])('%s becomes a file without a type', (_, text) => {
  const file = pictureFile(text, '1');
  expect([file.name, file.type, file.size > 0]).toEqual(['1', '', true]);
});

test.each(['', 'no base64!', 'data:image/png;base64,'])('bad base64 %j becomes an empty file', text => {
  expect(pictureFile(text, '1').size).toBe(0);
});
