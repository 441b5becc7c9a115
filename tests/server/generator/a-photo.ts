import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';

const FILE = fileURLToPath(new URL('../../testdata/astronaut.png', import.meta.url));

/** NASA's portrait of Eileen Collins (public domain, 512 × 512), to be worked on. */
export function portrait(): Sharp {
  return sharp(FILE);
}

/** The portrait as a photo that a person might upload, after a change. */
export async function aPhoto(change: (photo: Sharp) => Sharp = photo => photo): Promise<Uint8Array> {
  return new Uint8Array(await change(portrait()).jpeg({ quality: 92 }).toBuffer());
}

/** Two people side by side. */
export async function aPhotoOfTwo(): Promise<Uint8Array> {
  const one = await portrait().png().toBuffer();
  const canvas = sharp({ create: { width: 1024, height: 512, channels: 3, background: '#888888' } });

  return new Uint8Array(
    await canvas
      .composite([
        { input: one, left: 0, top: 0 },
        { input: one, left: 512, top: 0 },
      ])
      .jpeg()
      .toBuffer(),
  );
}
