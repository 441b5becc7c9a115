import path from 'node:path';
import sharp from 'sharp';
import { portrait } from '../../tests/support/portrait.ts';

const size = { width: 4000, height: 3000 };
/** Pixels of the scene between two photos, so that photos differ as if the hand had hardly moved. */
const shift = 40;

/** Makes different photos of 12 megapixels, the test portrait with sensor noise; returns their files. */
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
