import sharp, { type Metadata } from 'sharp';
import type { GeneratedPic, UpstreamMark } from '../generator.ts';
import { openPhoto } from '../photo-header.ts';

/** Maximum pixels of a picture from a service. */
const mostPixels = 64_000_000;

/** Maximum length in pixels of a sent photo's longer side. */
const sentSide = 1536;

/** Minimum and maximum side (pixels) of a photo for Aliyun's models, according to their documentation. */
export const leastSide = 384;
const mostSide = 3072;

/** Maximum length (characters) of a field in an AI mark. A mark with a longer producer is ignored. */
const longestText = 400;

const largestPic = { width: 1536, height: 2048 };

/**
 * Converts a photo for a service: upright, on a white background, reduced in size, without metadata such as the
 * location.
 */
export async function preparePhoto(photo: Uint8Array): Promise<Buffer> {
  const opened = await openPhoto(photo);
  const { width, height } = await opened.metadata();
  // A long strip is sent larger, so that its shorter side is long enough for the model.
  const strip = (leastSide * Math.max(width, height)) / Math.min(width, height);
  const side = Math.ceil(Math.min(mostSide, Math.max(sentSide, strip)));
  return opened
    .rotate()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 92 })
    .toBuffer();
}

/**
 * Converts a service's picture to a pic, including the service's AI mark, if any. Throws if the bytes are not a
 * picture.
 */
export async function asPic(bytes: Uint8Array): Promise<GeneratedPic> {
  const picture = sharp(bytes, { limitInputPixels: mostPixels });
  const upstream = findUpstreamMark(await picture.metadata());
  const { data, info } = await picture
    .resize({ ...largestPic, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 90 })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { bytes: data, type: 'image/jpeg', width, height, ...(upstream && { upstream }) };
}

/**
 * Finds the AIGC field of China's labelling standard in XMP, EXIF comments or PNG texts; undefined if it is missing.
 */
function findUpstreamMark({ xmp, exif, comments = [] }: Metadata): UpstreamMark | undefined {
  const texts = [xmp, exif].map(data => Buffer.from(data ?? []).toString('utf8'));
  const all = [...texts, ...comments.map(({ text }) => text)].join('\n');
  const json = /\{[^{}]*"ContentProducer"[^{}]*\}/.exec(all.replace(/&(quot|#34|#x22);/g, '"'))?.[0];
  if (json === undefined) return undefined;
  try {
    const { ContentProducer, ProduceID, ReservedCode1 } = JSON.parse(json);
    if (!isShort(ContentProducer) || ContentProducer === '') return undefined;
    return { ContentProducer, ProduceID: textOf(ProduceID), ReservedCode1: textOf(ReservedCode1) };
  } catch {
    return undefined;
  }
}

const isShort = (value: unknown): value is string => typeof value === 'string' && value.length <= longestText;

const textOf = (value: unknown): string => (isShort(value) ? value : '');
