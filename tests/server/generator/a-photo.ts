import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { plain } from '../support/a-photo.ts';

const FILE = fileURLToPath(new URL('../../testdata/astronaut.png', import.meta.url));

/** NASA's portrait of Eileen Collins (public domain, 512 × 512). */
export function portrait(): Sharp {
  return sharp(FILE);
}

/** The portrait, changed by `change`, as an uploaded photo. */
export async function aPhoto(change: (photo: Sharp) => Sharp = photo => photo): Promise<Uint8Array> {
  return new Uint8Array(await change(portrait()).jpeg({ quality: 92 }).toBuffer());
}

export async function aPhotoOfTwo(): Promise<Uint8Array> {
  const one = await portrait().png().toBuffer();
  const two = plain(1024, 512, '#888888').composite([
    { input: one, left: 0, top: 0 },
    { input: one, left: 512, top: 0 },
  ]);
  return new Uint8Array(await two.jpeg().toBuffer());
}

/** The face's centre in the portrait, and the size of the tilted photo around it, in px. */
const face = { x: 224, y: 128 };
const frame = { width: 450, height: 550, above: 200 };

/** The portrait as photographed by a phone tilted by `degrees`; its empty corners are filled. */
export async function aTiltedPhoto(degrees: number): Promise<Uint8Array> {
  const around = 350;
  const side = 512 + 2 * around;
  const wide = await portrait()
    .extend({ top: around, bottom: around, left: around, right: around, extendWith: 'copy' })
    .png()
    .toBuffer();
  const { data, info } = await sharp(wide).rotate(degrees).png().toBuffer({ resolveWithObject: true });
  const radians = (degrees * Math.PI) / 180;
  const right = face.x + around - side / 2;
  const down = face.y + around - side / 2;
  const x = info.width / 2 + right * Math.cos(radians) - down * Math.sin(radians);
  const y = info.height / 2 + right * Math.sin(radians) + down * Math.cos(radians);
  const { width, height, above } = frame;
  const part = { left: Math.round(x - width / 2), top: Math.round(y - above), width, height };
  return new Uint8Array(await sharp(data).extract(part).jpeg({ quality: 92 }).toBuffer());
}
