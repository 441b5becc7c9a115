import type { Metadata } from 'sharp';
import type { UpstreamMark } from '../generator.ts';

/** Longer texts are no name and no number. */
const longest = 400;

/**
 * The AIGC field of China's labelling standard in a picture's own data, wherever a service writes it: XMP, EXIF's comment or
 * PNG's texts. Undefined where there is none.
 */
export function findUpstreamMark({ xmp, exif, comments = [] }: Metadata): UpstreamMark | undefined {
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

const isShort = (value: unknown): value is string => typeof value === 'string' && value.length <= longest;

const textOf = (value: unknown): string => (isShort(value) ? value : '');
