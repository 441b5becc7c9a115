import sharp, { type Metadata, type Sharp } from 'sharp';

/** Why a photo is not taken. */
export type PhotoFault = 'too-large' | 'no-picture' | 'too-small' | 'too-many-pixels' | 'unreadable';

/** Pixels of one photo: a phone's 50 megapixels, with room. */
const mostPixels = 64_000_000;

/** Bytes of a photo in memory, where its format is decoded as a whole: 48 megapixels in 8 bits with opacity. */
const mostDecodedBytes = 200_000_000;

/** Pixels of an AVIF: its decoder takes 20 bytes a pixel, measured with libheif in sharp 0.35, and is the slowest. */
const mostAvifPixels = 16_000_000;

/** Pixels of a side that any photo must have. */
export const shortestSide = 32;
const longestSide = 16_384;

/** The formats that the generator can read, as their first bytes tell. */
const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif']);

const bytesOfDepth: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2 };

/** A photo for further work in sharp; rejects one that may not be decoded, even where a check let it through: it may be another by now. */
export async function openPhoto(bytes: Uint8Array): Promise<Sharp> {
  const fault = await faultOfHeader(bytes, 1);
  if (fault) throw new Error(`The photo may not be opened: ${fault}`);
  return sharp(bytes, { limitInputPixels: mostPixels, pages: 1 });
}

/** What is wrong with a photo, by its first bytes, or null. No side may be shorter than `leastSide` pixels. Nothing is decoded. */
export async function faultOfHeader(bytes: Uint8Array, leastSide: number): Promise<PhotoFault | null> {
  const header = await readHeader(bytes);
  if (!header || !formats.has(header.format ?? '')) return 'no-picture';

  const { width = 0, height = 0, pages = 1 } = header;
  const pixels = width * height * pages;
  if (pixels > mostPixels || Math.max(width, height) > longestSide) return 'too-many-pixels';
  if (decodedBytes(header, pixels) > mostDecodedBytes) return 'too-many-pixels';
  if (header.format === 'heif' && pixels > mostAvifPixels) return 'too-many-pixels';
  if (Math.min(width, height) < leastSide) return 'too-small';
  return null;
}

/** A JPEG is decoded at an eighth of its size when it is only looked at or made smaller, unless it is progressive. */
function decodedBytes(header: Metadata, pixels: number): number {
  const { format, isProgressive, channels = 4, depth = 'float' } = header;
  if (format === 'jpeg' && !isProgressive) return 0;
  return pixels * channels * (bytesOfDepth[depth] ?? 4);
}

async function readHeader(bytes: Uint8Array): Promise<Metadata | null> {
  try {
    // The limit is ours to check, so that the reason can be told.
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch {
    return null;
  }
}
