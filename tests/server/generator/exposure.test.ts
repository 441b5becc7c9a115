import { describe, expect, it } from 'vitest';
import { makePics } from '../../../server/generator/local/make-pics.ts';
import { templates, variantOf } from '../../../server/generator/templates.ts';
import { aPhoto } from './a-photo.ts';
import { measureFace, portraitWithSkin } from './face-of.ts';

const oneOfEachHand = [...new Map(templates.map(({ id }) => [variantOf(id).look.hand, id]))];

const [dark, light] = await Promise.all([portraitWithSkin(0.66), portraitWithSkin(1)]);
const dim = await aPhoto(photo => photo.linear(0.42, 0));

async function faceIn(photo: Uint8Array, templateId: number) {
  const request = { photos: [photo], templateId, count: 1, seed: 3 };
  const [pic] = await makePics(request, () => {}, new AbortController().signal);
  return measureFace(pic!.bytes);
}

describe.each(oneOfEachHand)('a pic by the hand %s', (_, id) => {
  it('keeps how bright two faces are compared with each other', async () => {
    const [darkPhoto, lightPhoto] = await Promise.all([measureFace(dark), measureFace(light)]);
    const [darkPic, lightPic] = [await faceIn(dark, id), await faceIn(light, id)];
    const before = darkPhoto.brightness / lightPhoto.brightness;
    const after = darkPic.brightness / lightPic.brightness;

    expect(after / before).toBeGreaterThan(0.9);
    expect(after / before).toBeLessThan(1.1);
    expect(Math.max(darkPic.burnt, lightPic.burnt)).toBeLessThan(0.005);
  });

  it('is readable when the photo was dim', async () => {
    const photo = await measureFace(dim);
    const pic = await faceIn(dim, id);

    expect(pic.brightness).toBeGreaterThan(photo.brightness * 1.25);
  });
});
