import sharp, { type Metadata } from 'sharp';
import type { GeneratedPic, UpstreamMark } from '../generator.ts';
import { openPhoto } from '../photo-header.ts';

/** Pixels of a picture that a service made. */
const mostPixels = 64_000_000;

/** The longest side of a photo that is sent away. */
const sentSide = 1536;

/** The sides of a photo that Aliyun's models take, by their documents (pixels). */
export const leastSide = 384;
const mostSide = 3072;

/** Characters of what a service says of itself: longer texts are no name and no number. */
const longestText = 400;

const largestPic = { width: 1536, height: 2048 };

/** A photo as it leaves this machine: upright, on white where it is transparent, no larger than needed, and without what a camera notes in it, such as the place. */
export async function preparePhoto(photo: Uint8Array): Promise<Buffer> {
  const opened = await openPhoto(photo);
  const { width, height } = await opened.metadata();
  // The short side of a long strip stays long enough for the model.
  const strip = (leastSide * Math.max(width, height)) / Math.min(width, height);
  const side = Math.ceil(Math.min(mostSide, Math.max(sentSide, strip)));
  return opened
    .rotate()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** What a service made, as a pic, with what it says of its making; throws when it is not a picture. */
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
 * The AIGC field of China's labelling standard in a picture's own data, wherever a service writes it: XMP, EXIF's comment or
 * PNG's texts. Undefined where there is none.
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
