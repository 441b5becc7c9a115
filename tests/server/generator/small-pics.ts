import { createCanvas } from '../../../server/generator/filters/canvas.ts';
import { Painter } from '../../../server/generator/filters/painter.ts';
import { renderPic } from '../../../server/generator/hands/render-pic.ts';
import { type ChosenPerson, choosePeople } from '../../../server/generator/local/choose-people.ts';
import { makePhotographs } from '../../../server/generator/local/make-photographs.ts';
import type { CutOut } from '../../../server/generator/portrait/cut-out.ts';
import { drawLayers } from '../../../server/generator/portrait/draw-layers.ts';
import { shotOf } from '../../../server/generator/portrait/shots.ts';
import { createRandom } from '../../../server/generator/random.ts';
import { photographOf, variantOf } from '../../../server/generator/templates.ts';
import { likeness } from '../../../server/generator/vision/embed-face.ts';
import { drawDressed } from '../../../server/generator/wardrobe/draw-dressed.ts';
import { wornIn } from '../../../server/generator/wardrobe/worn.ts';
import { type MeasuredFace, measureFace } from './face-of.ts';

/** A person in a photo: what was measured there, and the cut-out, which is made once for all hands. */
export interface InPhoto {
  face: MeasuredFace;
  cutOut: CutOut;
  person: ChosenPerson;
}

/** Half a finished picture, with the same brushes: a quarter of the time. */
const canvas = createCanvas(576, 384);

let opening: Promise<Painter> | undefined;

/** Finds the person in a photo. */
export async function inPhoto(photo: Uint8Array): Promise<InPhoto> {
  const [person] = await choosePeople([photo], new AbortController().signal);
  const cutOut = await person!.cutOut();
  return { face: await measureFace(photo), cutOut, person: person! };
}

/** One pic of a person, half as large as a finished one unless it is a photograph, and the face in it. */
export async function picOf(
  { cutOut, person: chosen }: InPhoto,
  templateId: number,
  { seed = 3, index = 0 } = {},
) {
  const photograph = photographOf(templateId);
  if (photograph) {
    const nothing = () => {};
    const { signal } = new AbortController();
    const options = { count: index + 1, seed, onProgress: nothing, onPic: nothing, signal };
    const { bytes } = (await makePhotographs([chosen], photograph, options))[index]!;
    return { bytes, face: await measureFace(bytes) };
  }
  const { draw, look, costume, shot: first } = variantOf(templateId);
  const scene = draw(createRandom(seed));
  const shot = shotOf(first, index);
  const layers = await drawLayers(canvas, { scene, shot, hand: look.hand });
  opening ??= Painter.open(canvas);
  const person = await drawDressed(canvas, { cutOut, slot: scene.slot, shot }, wornIn(costume, index, seed));
  const { bytes } = await renderPic(await opening, { person, scene, layers, shot, look });
  return { bytes, face: await measureFace(bytes) };
}

/** What stays of two people, one with dark and one with light skin, in the pics of a template. */
export interface Kept {
  dark: MeasuredFace;
  light: MeasuredFace;
  /** How much of the difference in brightness stays; 1 is all of it. */
  ratio: number;
  /** The greater share of a face that is burnt out. */
  burnt: number;
  /** How alike each face is to that of the photo. */
  likeness: { dark: number; light: number };
}

/** Puts both into a template and measures what stays of them; rejects where no face is found. */
export async function measureKept(dark: InPhoto, light: InPhoto, templateId: number): Promise<Kept> {
  const [{ face: darkFace }, { face: lightFace }] = [
    await picOf(dark, templateId),
    await picOf(light, templateId),
  ];
  return {
    dark: darkFace,
    light: lightFace,
    ratio: darkFace.brightness / lightFace.brightness / (dark.face.brightness / light.face.brightness),
    burnt: Math.max(darkFace.burnt, lightFace.burnt),
    likeness: {
      dark: likeness(darkFace.identity, dark.face.identity),
      light: likeness(lightFace.identity, light.face.identity),
    },
  };
}
