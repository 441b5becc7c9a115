import sharp, { type Metadata } from 'sharp';
import { limits } from '../contract/limits.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import type { Text } from '../http/text.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** Pixels of one photo: a phone's 50 megapixels, with room. More would fill the memory of whoever decodes it. */
const mostPixels = 64_000_000;

const shortestSide = 32;
const longestSide = 16_384;

/** The formats that the generator can read, as their first bytes tell. */
const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif']);

const problems = {
  tooLarge: { en: 'is larger than 20 MB', zh: '超过 20 MB' },
  noPicture: { en: 'is not a picture', zh: '不是图片' },
  tooSmall: { en: 'is too small', zh: '尺寸太小' },
  tooManyPixels: { en: 'has too many pixels', zh: '像素过多' },
  unreadable: { en: 'cannot be opened', zh: '无法打开' },
} satisfies Record<string, Text>;

/**
 * Looks at photos before anything is created or paid for: refuses with 1003 when one does not exist, and with 2218030
 * when one is too large, no picture, or would burst when decoded. The message says which (from 1) and why.
 */
export async function checkPhotos(store: ObjectStore, keys: string[]): Promise<void> {
  const sizes = await Promise.all(keys.map(key => store.size(key)));
  if (sizes.includes(null)) throw notFound();
  for (const [index, size] of sizes.entries()) {
    if (size! > limits.photoBytes) throw refusal(index, problems.tooLarge);
  }

  // One after the other: five large photos at once, of many people, would be a lot of memory.
  for (const [index, key] of keys.entries()) {
    const photo = await store.get(key);
    if (!photo) throw notFound();
    const problem = await problemOf(photo.bytes);
    if (problem) throw refusal(index, problem);
  }
}

async function problemOf(bytes: Uint8Array): Promise<Text | null> {
  // The object may have been replaced by a larger one since it was measured.
  if (bytes.length > limits.photoBytes) return problems.tooLarge;
  const header = await readHeader(bytes);
  if (!header || !formats.has(header.format ?? '')) return problems.noPicture;

  const { width = 0, height = 0, pages = 1 } = header;
  if (width * height * pages > mostPixels || Math.max(width, height) > longestSide)
    return problems.tooManyPixels;
  if (Math.min(width, height) < shortestSide) return problems.tooSmall;

  const whole = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    .resize(16, 16)
    .raw()
    .toBuffer()
    .catch(() => null);
  return whole ? null : problems.unreadable;
}

async function readHeader(bytes: Uint8Array): Promise<Metadata | null> {
  try {
    // The limit is ours to check, so that the reason can be told; nothing is decoded here.
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch {
    return null;
  }
}

function refusal(index: number, problem: Text): ApiError {
  return new ApiError('photosRefused', {
    en: `Photo ${index + 1} ${problem.en}.`,
    zh: `第 ${index + 1} 张照片${problem.zh}。`,
  });
}
