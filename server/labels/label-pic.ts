import sharp from 'sharp';
import type { GeneratedPic } from '../generator/generator.ts';
import { drawLabel } from './draw-label.ts';
import { labelData } from './label-data.ts';
import type { PicLabel } from './label-version.ts';

const QUALITY = 88;

/**
 * Labels a pic as made by AI: to be seen as the label says, and in its XMP data. All other data (EXIF, places, comments) is left
 * out, whichever generator made the pic.
 */
export async function labelPic(pic: GeneratedPic, label: PicLabel): Promise<GeneratedPic> {
  const labelled = sharp(pic.bytes)
    .composite(drawLabel(pic, label))
    .jpeg({ quality: QUALITY, progressive: true })
    .withXmp(labelData(label, pic.upstream));
  if (pic.density) labelled.withDensity(pic.density);

  return { ...pic, bytes: await labelled.toBuffer() };
}
