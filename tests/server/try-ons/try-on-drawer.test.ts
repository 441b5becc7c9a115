import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { findFaces } from '../../../server/generator/vision/find-subjects.ts';
import { drawLabel } from '../../../server/labels/label-pic.ts';
import { tryOnMark } from '../../../server/try-ons/draw-user.ts';
import { TryOnDrawer } from '../../../server/try-ons/try-on-drawer.ts';
import { aPhoto, aTiltedPhoto } from '../generator/a-photo.ts';
import { plain } from '../support/a-photo.ts';

const label = { mark: 'standard', producer: 'An operator', id: '26-a', language: 'zh' } as const;

test('the real drawer returns a picture with one face, 320 px wide and labelled as made by AI', async () => {
  const drawer = new TryOnDrawer();
  const photo = async () => new Uint8Array(readFileSync('tests/testdata/astronaut.png'));
  const { picture } = await drawer.draw({
    photoKey: 'a',
    photo,
    templateId: 26,
    technique: undefined,
    label,
  });
  const { width, height, format, xmp } = await sharp(picture).metadata();
  expect({ width, height, format }).toEqual({ width: 320, height: 427, format: 'webp' });
  expect(String(xmp)).toContain('"ContentProducer":"An operator"');
  expect(await findFaces(await sharp(picture).resize(768).png().toBuffer())).toBe(1);

  const grey = await plain(600, 800, '#777').jpeg().toBuffer();
  const empty = drawer.draw({
    photoKey: 'b',
    photo: async () => grey,
    templateId: 26,
    technique: undefined,
    label,
  });
  // The drawing in progress is still finished.
  drawer.rest();
  await expect(empty).rejects.toThrow('no face');
  await drawer.close();
});

test('a try-on reports why an office may refuse an ID photo, and that a costume cannot be drawn', async () => {
  const drawer = new TryOnDrawer();
  const problemsOf = async (templateId: number, photoKey: string, portrait: Uint8Array) => {
    const photo = async () => portrait;
    return (await drawer.draw({ photoKey, photo, templateId, technique: undefined, label })).problems;
  };
  const part = { left: 140, top: 10, width: 170, height: 210 };
  expect(await problemsOf(99, 'a', await aPhoto())).toEqual([]);
  expect(await problemsOf(83, 'a', await aPhoto())).toEqual([]);
  expect(await problemsOf(99, 'b', await aPhoto(portrait => portrait.extract(part).resize(850)))).toEqual([
    'cut_close',
  ]);
  expect(await problemsOf(83, 'c', await aTiltedPhoto(50))).toEqual(['own_clothes']);
  await drawer.close();
});

const picture = { width: 320, height: 427 };
const right = { x: 250, y: 300, width: 70, height: 127 };

test.each([
  ['en', []],
  ['zh', []],
  ['en', [right]],
  ['zh', [right]],
] as const)(
  'the try-on’s mark never covers the standard label in %s, whose corner depends on faces: %j',
  async (language, faces) => {
    const [label] = drawLabel({ ...picture, faces: [...faces] }, { mark: 'standard', language });
    const eye = tryOnMark(picture, label);
    const { width } = await sharp(label!.input as Buffer).metadata();
    const isLeftOfIt = eye.left! + 72 <= label!.left!;
    expect(isLeftOfIt || eye.left! >= label!.left! + width).toBe(true);
  },
);
