import path from 'node:path';
import sharp from 'sharp';
import { portrait } from '../../tests/support/portrait.ts';

const size = { width: 4000, height: 3000 };
/** So much of the scene, px, lies between two photos: each is another one, though the hand has hardly moved. */
const shift = 40;

/** Makes different photos of 12 megapixels, of the test portrait with a sensor's grain, in a folder; returns their files. */
export async function largePhotos(folder: string, count: number): Promise<string[]> {
  const scene = { width: size.width + shift * count, height: size.height };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 70 };
  const raw = { ...scene, channels: 3 as const };
  const grain = await sharp({ create: { ...raw, background: 'white', noise } })
    .raw()
    .toBuffer();
  const seen = await sharp(portrait)
    .resize({ ...scene, fit: 'cover' })
    .removeAlpha()
    .composite([{ input: grain, raw, blend: 'overlay' }])
    .raw()
    .toBuffer();
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const file = path.join(folder, `photo-${index + 1}.jpg`);
      await sharp(seen, { raw })
        .extract({ ...size, left: shift * index, top: 0 })
        .jpeg({ quality: 85 })
        .toFile(file);
      return file;
    }),
  );
}
