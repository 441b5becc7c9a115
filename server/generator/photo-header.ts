import sharp, { type Metadata, type Sharp } from 'sharp';

export type PhotoFault = 'too-large' | 'no-picture' | 'too-small' | 'too-many-pixels' | 'unreadable';

/** Maximum pixels of a photo; phones produce up to 50 megapixels. */
const mostPixels = 64_000_000;

/** Maximum size in memory (bytes) of a photo that must be decoded as a whole: 48 megapixels with 8-bit RGBA. */
const mostDecodedBytes = 200_000_000;

/** Maximum pixels of an AVIF. Its decoder is the slowest and needs 20 bytes per pixel (libheif in sharp 0.35). */
const mostAvifPixels = 16_000_000;

/** Minimum and maximum length (pixels) of any photo's side. */
export const shortestSide = 32;
const longestSide = 16_384;

/** Supported formats. The format is detected from the file's first bytes. */
const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif']);

const bytesOfDepth: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2 };

/** Opens a photo. Rejects unsuitable photos even if they passed an earlier check, because the file may have changed. */
export async function openPhoto(bytes: Uint8Array): Promise<Sharp> {
  const fault = await faultOfHeader(bytes, 1);
  if (fault) throw new Error(`The photo may not be opened: ${fault}`);
  return sharp(bytes, { limitInputPixels: mostPixels, pages: 1 });
}

/** Checks the header without decoding the photo. Null if the photo is fine. `leastSide` is in pixels. */
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

/**
 * Size in memory (bytes) of the decoded photo. 0 for a baseline JPEG, because sharp decodes it at an eighth of its
 * size.
 */
function decodedBytes(header: Metadata, pixels: number): number {
  const { format, isProgressive, channels = 4, depth = 'float' } = header;
  if (format === 'jpeg' && !isProgressive) return 0;
  return pixels * channels * (bytesOfDepth[depth] ?? 4);
}

async function readHeader(bytes: Uint8Array): Promise<Metadata | null> {
  try {
    // No pixel limit here: `faultOfHeader` checks the size and returns the reason.
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch {
    return null;
  }
}
