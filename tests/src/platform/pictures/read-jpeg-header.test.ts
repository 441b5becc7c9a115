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
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('tells orientation %i', async orientation => {
    const bytes = await picture().withMetadata({ orientation }).jpeg().toBuffer();

    expect(readJpegHeader(asArrayBuffer(bytes))).toEqual({
      width: 60,
      height: 40,
      orientation,
      hasMetadata: true,
    });
  });

  test('tells that a photo carries its place', async () => {
    const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };
    const tagged = await picture().withExif(place).jpeg().toBuffer();
    const plain = await picture().jpeg({ progressive: true }).toBuffer();

    expect(readJpegHeader(asArrayBuffer(tagged))).toMatchObject({ orientation: 1, hasMetadata: true });
    expect(readJpegHeader(asArrayBuffer(plain))).toMatchObject({
      width: 60,
      orientation: 1,
      hasMetadata: false,
    });
  });

  test('is not there in a PNG, in nothing, and in half a header', async () => {
    const png = await picture().png().toBuffer();
    const jpeg = await picture().jpeg().toBuffer();

    expect(readJpegHeader(asArrayBuffer(png))).toBeNull();
    expect(readJpegHeader(new ArrayBuffer(0))).toBeNull();
    expect(readJpegHeader(asArrayBuffer(jpeg.subarray(0, 30)))).toBeNull();
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
