import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { openPainter } from '../../../server/generator/filters/open-painter.ts';
import { choosePeople } from '../../../server/generator/local/choose-people.ts';
import type { CutOut } from '../../../server/generator/portrait/cut-out.ts';
import { drawLayers } from '../../../server/generator/portrait/draw-layers.ts';
import { renderPic } from '../../../server/generator/portrait/render-pic.ts';
import { shotOf } from '../../../server/generator/portrait/shots.ts';
import { createRandom } from '../../../server/generator/scenes/random.ts';
import { templates, variantOf } from '../../../server/generator/templates.ts';
import { likeness } from '../../../server/generator/vision/embed-face.ts';
import { aPhoto } from './a-photo.ts';
import { type MeasuredFace, measureFace, portraitWithSkin } from './face-of.ts';

/** A person in a photo: what was measured there, and the cut-out, which is made once for all hands. */
interface InPhoto {
  face: MeasuredFace;
  cutOut: CutOut;
}

/** Two different people reach 0.54 in one pair of twenty, one person in two photos 0.79 and more. */
const leastLikeness = 0.6;

const oneOfEachHand = [...new Map(templates.map(({ id }) => [variantOf(id).look.hand, id]))];
let dark: InPhoto;
let light: InPhoto;

async function inPhoto(photo: Uint8Array): Promise<InPhoto> {
  const [cutOut] = await choosePeople([photo], new AbortController().signal);
  return { face: await measureFace(photo), cutOut: cutOut! };
}

async function picOf({ cutOut }: InPhoto, templateId: number) {
  const { draw, look, shot: first } = variantOf(templateId);
  const scene = draw(createRandom(3));
  const shot = shotOf(first);
  const layers = await drawLayers(scene, shot, look.hand);
  const { bytes } = await renderPic(await openPainter(), { cutOut, scene, layers, shot, look });
  return { bytes, face: await measureFace(bytes) };
}

beforeAll(async () => {
  dark = await inPhoto(await portraitWithSkin(0.66));
  light = await inPhoto(await portraitWithSkin(1));
});

it.each(oneOfEachHand)(
  'a pic by the hand %s shows the one person as they are, dark or light',
  async (_, id) => {
    const [darkPic, lightPic] = [await picOf(dark, id), await picOf(light, id)];
    const { format, width, height } = await sharp(lightPic.bytes).metadata();

    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1152, height: 1536 });
    expect(lightPic.bytes.length).toBeGreaterThan(100_000);
    expect(lightPic.bytes.length).toBeLessThan(1_000_000);
    expect(lightPic.face.count).toBe(1);

    const before = dark.face.brightness / light.face.brightness;
    const after = darkPic.face.brightness / lightPic.face.brightness;
    expect(after / before).toBeGreaterThan(0.9);
    expect(after / before).toBeLessThan(1.1);
    expect(Math.max(darkPic.face.burnt, lightPic.face.burnt)).toBeLessThan(0.005);

    expect(likeness(lightPic.face.identity, light.face.identity)).toBeGreaterThan(leastLikeness);
  },
);

describe('a dim photo', () => {
  // Exposure is judged before any hand is at work.
  it('becomes a readable pic', async () => {
    const dim = await inPhoto(await aPhoto(photo => photo.linear(0.42, 0)));
    const pic = await picOf(dim, 6);

    expect(pic.face.brightness).toBeGreaterThan(dim.face.brightness * 1.25);
  });
});
