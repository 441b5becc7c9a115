import sharp from 'sharp';
import type { CutOut } from '../portrait/cut-out.ts';
import { findSubjects } from '../vision/find-subjects.ts';
import { drawSitter, SITTER_EYES, SITTER_SIZE } from './draw-sitter.ts';
import { sitterOf } from './sitter-of.ts';

/** The units of a drawing between the outer corners of the eyes. */
const eyeUnits = 200;

/** What a face is looked for on: the network wants a ground. */
const ground = '#b8b4ae';

/** The sitter of a template as if cut out of a photo, so that a template's picture is made as a user's is. */
export async function sitterCutOut(templateId: number): Promise<CutOut> {
  const { data, info } = await sharp(Buffer.from(drawSitter(sitterOf(templateId), templateId)))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const rgb = await sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: ground })
    .raw()
    .toBuffer();
  const [subject] = await findSubjects({ rgb, width, height });
  if (!subject) throw new Error(`The sitter of template ${templateId} shows no face`);

  return {
    rgba: data,
    width,
    height,
    mesh: subject.mesh.points,
    eyes: SITTER_EYES,
    eyeDistance: eyeUnits,
    tilt: 0,
    exposure: 1,
    reachDown: SITTER_SIZE.height - SITTER_EYES.y,
    reachUp: Number.POSITIVE_INFINITY,
    reachLeft: Number.POSITIVE_INFINITY,
    reachRight: Number.POSITIVE_INFINITY,
  };
}
