import sharp from 'sharp';
import type { CutOut } from '../portrait/cut-out.ts';
import type { Split } from '../portrait/split-person.ts';
import { type Colour, colourOf } from '../scenes/colour.ts';
import { findSubjects } from '../vision/find-subjects.ts';
import { drawSitter, SITTER_EYES, SITTER_SIZE } from './draw-sitter.ts';
import { sitterOf } from './sitter-of.ts';

/** Drawing units between the outer corners of the eyes. */
const eyeUnits = 200;

/** Background for face detection, because the network expects a background. */
const ground = '#b8b4ae';

/** Direction of the light in the drawing, and brightness factor for the neck in the chin's shadow. */
const light = { x: -0.35, y: -0.35 };
const inShade = 0.78;

/** Pixels of the split per drawing unit. */
const splitScale = 0.32;

/** The sitter's head and neck in the form of a photo's cut-out, so that previews are made like users' pictures. */
export async function sitterCutOut(templateId: number): Promise<CutOut> {
  const sitter = sitterOf(templateId);
  const drawing = drawSitter(sitter, templateId);
  const { data, info } = await sharp(Buffer.from(drawing))
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
    depths: subject.mesh.depths,
    eyes: SITTER_EYES,
    eyeDistance: eyeUnits,
    tilt: 0,
    exposure: 1,
    inPhoto: { x: 0, y: 0, scale: 1 },
    light,
    split: await splitOf(templateId),
    reachDown: SITTER_SIZE.height - SITTER_EYES.y,
    reachUp: Number.POSITIVE_INFINITY,
    reachLeft: Number.POSITIVE_INFINITY,
    reachRight: Number.POSITIVE_INFINITY,
  };
}

/** Separates head and neck by drawing only the head. Everything else counts as neck. */
async function splitOf(templateId: number): Promise<Split> {
  const sitter = sitterOf(templateId);
  const { data, info } = await sharp(Buffer.from(drawSitter(sitter, templateId, splitScale, false)))
    .ensureAlpha()
    .extractChannel(3)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const parts = Uint8Array.from({ length: data.length * 2 }, (_, at) =>
    at % 2 === 0 ? data[at / 2]! : 255 - data[(at - 1) / 2]!,
  );
  const skin = colourOf(sitter.skin);
  const neckSkin = skin.map(value => value * inShade) as Colour;
  return {
    parts,
    width: info.width,
    height: info.height,
    scale: splitScale,
    skin,
    neckSkin,
    cloth: sitter.scarf,
    quality: 1,
  };
}
