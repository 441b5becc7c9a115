import sharp from 'sharp';
import type { GeneratedPic } from '../generator/generator.ts';
import { drawLabel } from './draw-label.ts';
import { labelData } from './label-data.ts';
import type { PicLabel } from './label-version.ts';

const QUALITY = 88;

/** Labels a pic as AI-made, visibly and in its XMP. Drops all other metadata (EXIF, location, comments). */
export async function labelPic(pic: GeneratedPic, label: PicLabel): Promise<GeneratedPic> {
  const labelled = sharp(pic.bytes)
    .composite(drawLabel(pic, label))
    .jpeg({ quality: QUALITY, progressive: true })
    .withXmp(labelData(label, pic.upstream));
  if (pic.density) labelled.withDensity(pic.density);

  return { ...pic, bytes: await labelled.toBuffer() };
}
