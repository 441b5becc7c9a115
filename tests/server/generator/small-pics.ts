import { createCanvas } from '../../../server/generator/filters/canvas.ts';
import { Painter } from '../../../server/generator/filters/painter.ts';
import { type ChosenPerson, choosePeople } from '../../../server/generator/local/choose-people.ts';
import { makePhotographs } from '../../../server/generator/local/make-photographs.ts';
import type { CutOut } from '../../../server/generator/portrait/cut-out.ts';
import { drawLayers } from '../../../server/generator/portrait/draw-layers.ts';
import { shotOf } from '../../../server/generator/portrait/shots.ts';
import { createRandom } from '../../../server/generator/random.ts';
import { renderPic } from '../../../server/generator/techniques/render-pic.ts';
import { photographOf, variantOf } from '../../../server/generator/templates.ts';
import { likeness } from '../../../server/generator/vision/embed-face.ts';
import { drawDressed } from '../../../server/generator/wardrobe/draw-dressed.ts';
import { wornIn } from '../../../server/generator/wardrobe/worn.ts';
import { type MeasuredFace, measureFace } from './face-of.ts';

/** A person in a photo: measurements, and the cut-out that all techniques use. */
export interface InPhoto {
  face: MeasuredFace;
  cutOut: CutOut;
  person: ChosenPerson;
}

/** Half size with the same brushes, because rendering then takes a quarter of the time. */
const canvas = createCanvas(576, 384);

let opening: Promise<Painter> | undefined;

export async function inPhoto(photo: Uint8Array): Promise<InPhoto> {
  const [person] = await choosePeople([photo], new AbortController().signal);
  const cutOut = await person!.cutOut();
  return { face: await measureFace(photo), cutOut, person: person! };
}

/** Renders one pic of a person, at half size unless the template is a photograph, and measures its face. */
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
  const { draw, style, costume, shot: first } = variantOf(templateId);
  const scene = draw(createRandom(seed));
  const shot = shotOf(first, index);
  const layers = await drawLayers(canvas, { scene, shot, technique: style.technique });
  opening ??= Painter.open(canvas);
  const person = await drawDressed(canvas, { cutOut, slot: scene.slot, shot }, wornIn(costume, index, seed));
  const { bytes } = await renderPic(await opening, { person, scene, layers, shot, style });
  return { bytes, face: await measureFace(bytes) };
}

/** Compares a template's pics of a person with dark skin and a person with light skin. */
export interface Kept {
  dark: MeasuredFace;
  light: MeasuredFace;
  /** Brightness of dark divided by light skin in the pics, relative to the photos; 1 if the pics keep that ratio. */
  ratio: number;
  /** Share of pure white (0 to 1) in the face that has more of it. */
  burnt: number;
  /** Likeness of each face to the face in its photo. */
  likeness: { dark: number; light: number };
}

/** Renders and measures both pics; rejects if a pic shows no face. */
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
