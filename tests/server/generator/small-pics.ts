import { createCanvas } from '../../../server/generator/filters/canvas.ts';
import { Painter } from '../../../server/generator/filters/painter.ts';
import { choosePeople } from '../../../server/generator/local/choose-people.ts';
import type { CutOut } from '../../../server/generator/portrait/cut-out.ts';
import { drawLayers } from '../../../server/generator/portrait/draw-layers.ts';
import { renderPic } from '../../../server/generator/portrait/render-pic.ts';
import { shotOf } from '../../../server/generator/portrait/shots.ts';
import { createRandom } from '../../../server/generator/scenes/random.ts';
import { variantOf } from '../../../server/generator/templates.ts';
import { type MeasuredFace, measureFace } from './face-of.ts';

/** A person in a photo: what was measured there, and the cut-out, which is made once for all hands. */
export interface InPhoto {
  face: MeasuredFace;
  cutOut: CutOut;
}

/** Half a finished picture, with the same brushes: a quarter of the time. */
const canvas = createCanvas(576, 384);

let opening: Promise<Painter> | undefined;

/** Finds the person in a photo. */
export async function inPhoto(photo: Uint8Array): Promise<InPhoto> {
  const [cutOut] = await choosePeople([photo], new AbortController().signal);
  return { face: await measureFace(photo), cutOut: cutOut! };
}

/** One pic of a person, half as large as a finished one, and the face in it. */
export async function picOf({ cutOut }: InPhoto, templateId: number, { seed = 3, index = 0 } = {}) {
  const { draw, look, shot: first } = variantOf(templateId);
  const scene = draw(createRandom(seed));
  const shot = shotOf(first, index);
  const layers = await drawLayers(canvas, { scene, shot, hand: look.hand });
  opening ??= Painter.open(canvas);
  const { bytes } = await renderPic(await opening, { cutOut, scene, layers, shot, look });
  return { bytes, face: await measureFace(bytes) };
}
