import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** Photos that are small to send and dear to open; `side` in pixels. */
export interface Bomb {
  name: string;
  make(): Promise<Buffer>;
}

/** The bombs; the short form leaves out the one that takes seconds to make. */
export function bombs(isShort: boolean): Bomb[] {
  const flat = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#c7361b' } });
  const interlaced = {
    name: '16-bit interlaced PNG',
    make: () =>
      flat(isShort ? 4000 : 7900)
        .toColourspace('rgb16')
        .png({ progressive: true, compressionLevel: 6 })
        .toBuffer(),
  };
  const large = {
    name: 'PNG of 20 MB',
    make: () => {
      const raw = { width: 2550, height: 2550, channels: 3 as const };
      return sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
        .png({ compressionLevel: 0 })
        .toBuffer();
    },
  };
  const avif = { name: 'AVIF of some kB', make: () => flat(7900).avif({ effort: 0, quality: 1 }).toBuffer() };
  return isShort ? [interlaced, large] : [interlaced, large, avif];
}
