import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { type ApiUser, dataOf } from '../../support/api.ts';
import { portrait } from '../../support/portrait.ts';

const place = {
  IFD0: { Make: 'Tyy', Model: 'Phone 7', DateTime: '2026:05:04 12:00:00' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '51/1 30/1 0/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '0/1 7/1 0/1',
  },
};

/** A photo that needs neither rotating nor scaling, with a place in its EXIF data. */
export async function photoWithPlace(): Promise<string> {
  const file = test.info().outputPath('at home.jpg');
  await sharp(portrait)
    .resize(900, 1200, { fit: 'cover' })
    .withExif(place)
    .jpeg({ quality: 70 })
    .toFile(file);
  const { exif, orientation } = await sharp(file).metadata();
  expect(exif?.includes('Phone 7')).toBe(true);
  expect(orientation ?? 1).toBe(1);
  expect((await readFile(file)).length).toBeLessThan(1024 * 1024);
  return file;
}

/** Expects one stored photo of the user, of this size and without metadata. */
export async function expectBareFile(user: ApiUser, size: { width: number; height: number }): Promise<void> {
  const [photo, ...others] = (await dataOf(user.get('getPhotos'))).list;
  expect(others).toEqual([]);
  const bytes = Buffer.from(await (await fetch(photo?.pic_url ?? '')).arrayBuffer());
  const found = await sharp(bytes).metadata();
  expect(found).toMatchObject({ format: 'jpeg', ...size });
  for (const kind of ['exif', 'xmp', 'iptc', 'orientation'] as const)
    expect(found[kind], kind).toBeUndefined();
  expect(bytes.includes('Phone 7')).toBe(false);
}
