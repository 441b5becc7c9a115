import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readJpegHeader } from '../../../../src/platform/pictures/read-jpeg-header.ts';
import { fitInto, uprightSize } from '../../../../src/platform/pictures/upright-size.ts';

const picture = () => sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } });

function asArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

describe('the header of a JPEG', () => {
  test.each([1, 6, 8])('tells orientation %i', async orientation => {
    const bytes = await picture().withMetadata({ orientation }).jpeg().toBuffer();

    expect(readJpegHeader(asArrayBuffer(bytes))).toEqual({
      width: 60,
      height: 40,
      orientation,
      hasMetadata: true,
    });
  });

  test('is not there in a PNG, in nothing, and in half a header', async () => {
    const png = await picture().png().toBuffer();
    const jpeg = await picture().jpeg().toBuffer();

    expect(readJpegHeader(asArrayBuffer(png))).toBeNull();
    expect(readJpegHeader(new ArrayBuffer(0))).toBeNull();
    expect(readJpegHeader(asArrayBuffer(jpeg.subarray(0, 30)))).toBeNull();
  });

  /** A JPEG of 60 × 40 with these segments before its size. */
  const withSegments = (...segments: [marker: number, bytes: Buffer][]) => {
    const all = segments.map(([marker, bytes]) =>
      Buffer.concat([Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255]), bytes]),
    );
    const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 40, 0, 60, 3]);
    return asArrayBuffer(Buffer.concat([Buffer.from([0xff, 0xd8]), ...all, frame]));
  };

  /** An EXIF segment with one entry; `order` is the byte order. */
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
    ['an orientation that is none', [[0xe1, exif(0x0112, 9, 'II')]], 1, true],
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
  ])('tells of a photo with %s', (_, segments, orientation, hasMetadata) => {
    const header = readJpegHeader(withSegments(...segments));
    expect(header).toEqual({ width: 60, height: 40, orientation, hasMetadata });
  });

  test('is read without failing, whatever bytes follow', async () => {
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

describe('sizes', () => {
  test('a lying photo stands upright', () => {
    const header = { width: 4000, height: 3000, hasMetadata: true };

    expect(uprightSize({ ...header, orientation: 3 })).toEqual({ width: 4000, height: 3000 });
    expect(uprightSize({ ...header, orientation: 6 })).toEqual({ width: 3000, height: 4000 });
  });

  test('a large picture is made to fit, a small one stays', () => {
    expect(fitInto({ width: 3000, height: 4000 }, 2048)).toEqual({ width: 1536, height: 2048 });
    expect(fitInto({ width: 10_000, height: 2 }, 2048)).toEqual({ width: 2048, height: 1 });
    expect(fitInto({ width: 30, height: 40 }, 2048)).toEqual({ width: 30, height: 40 });
  });
});
