import sharp from 'sharp';
import type { CutOut } from '../portrait/cut-out.ts';
import { FRAME } from '../portrait/frame.ts';
import { drawSitter, SITTER_EYES, SITTER_SIZE } from './draw-sitter.ts';
import { sitterOf } from './sitter-of.ts';

/** The units of a drawing between the outer corners of the eyes. */
const eyeUnits = 200;

/** The sitter of a template as if cut out of a photo, so that a template's picture is made as a user's is. */
export async function sitterCutOut(templateId: number): Promise<CutOut> {
  const scale = FRAME.eyeDistance / eyeUnits;
  const drawn = await sharp(Buffer.from(drawSitter(sitterOf(templateId), templateId, scale)))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });

  const { width, height } = FRAME;
  const left = Math.round(FRAME.eyes.x - SITTER_EYES.x * scale);
  const top = Math.round(FRAME.eyes.y - SITTER_EYES.y * scale);
  const right = width - left - drawn.info.width;
  const bottom = height - top - drawn.info.height;
  const rgba = await sharp(drawn.data, { raw: { ...drawn.info, channels: 4 } })
    .extend({ left, top, right, bottom, background: '#00000000' })
    .raw()
    .toBuffer();

  return {
    rgba,
    exposure: 1,
    reachDown: (SITTER_SIZE.height - SITTER_EYES.y) * scale,
    reachLeft: Number.POSITIVE_INFINITY,
    reachRight: Number.POSITIVE_INFINITY,
  };
}
