import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { CutOut } from '../../../server/generator/portrait/cut-out.ts';
import { templates } from '../../../server/generator/templates.ts';
import { likeness } from '../../../server/generator/vision/embed-face.ts';
import { findSubjects } from '../../../server/generator/vision/find-subjects.ts';
import { readPixels } from '../../../server/generator/vision/pixels.ts';
import { someOf } from '../../support/some-of.ts';
import { aPhoto, aTiltedPhoto } from './a-photo.ts';
import { portraitWithSkin } from './face-of.ts';
import { type InPhoto, inPhoto, measureKept, picOf } from './small-pics.ts';

/** A face this similar counts as the same person: of different people 5 % reach 0.54, photos of one person 0.79. */
const leastLikeness = 0.6;
const oneOfEachTechnique = [...new Map(templates.map(({ id, technique }) => [technique, id]))];
let dark: InPhoto;
let light: InPhoto;
let dim: InPhoto;

/** Mean difference of two pics, 0 to 255. */
async function difference(a: Uint8Array, b: Uint8Array): Promise<number> {
  const [first, second] = await Promise.all([a, b].map(pic => sharp(pic).resize(96, 128).raw().toBuffer()));
  return first!.reduce((sum, value, at) => sum + Math.abs(value - second![at]!), 0) / first!.length;
}

beforeAll(async () => {
  dark = await inPhoto(await portraitWithSkin(0.66));
  light = await inPhoto(await portraitWithSkin(1));
  dim = await inPhoto(await aPhoto(photo => photo.linear(0.42, 0)));
});

test.each(someOf(2, oneOfEachTechnique))(
  'a pic in technique %s shows the same face as the photo, for dark and light skin',
  async (_, id) => {
    const kept = await measureKept(dark, light, id);
    expect(kept.light.count).toBe(1);
    expect(kept.ratio).toBeGreaterThan(0.9);
    expect(kept.ratio).toBeLessThan(1.1);
    expect(kept.burnt).toBeLessThan(0.005);
    expect(kept.likeness.light).toBeGreaterThan(leastLikeness);
  },
);

test('the four shots of a template look different, and so do two seeds', async () => {
  const shots = await Promise.all([0, 1, 2, 3].map(index => picOf(light, 4, { index })));
  const other = await picOf(light, 4, { seed: 4 });

  for (const [index, { bytes, face }] of shots.entries()) {
    expect(face.count).toBe(1);
    for (const one of shots.slice(index + 1)) expect(await difference(bytes, one.bytes)).toBeGreaterThan(8);
  }
  expect(await difference(shots[0]!.bytes, other.bytes)).toBeGreaterThan(4);
});

test.each(someOf(1, oneOfEachTechnique))(
  'a dim photo becomes a pic with a recognizable face in technique %s',
  async (_, id) => {
    expect((await picOf(dim, id)).face.brightness).toBeGreaterThan(dim.face.brightness * 1.25);
  },
);

test('dark skin keeps its warm colour in a blue poster and in a pencil drawing', async () => {
  expect((await picOf(dark, 3)).face.warmth).toBeGreaterThan(10);
  expect((await picOf(dark, 45)).face.warmth).toBeGreaterThan(dark.face.warmth * 0.4);
});

test.each(
  someOf(1, [
    ['cuts the body on one side', { left: 150, top: 0, width: 330, height: 420 }, 330, 7],
    ['ends at the shoulders', { left: 100, top: 0, width: 250, height: 300 }, 1000, 2],
  ]),
)('a photo that %s becomes a pic with one face', async (_, part, width, id) => {
  const cut = await aPhoto(photo => photo.extract(part).resize(width));
  expect((await picOf(await inPhoto(cut), id)).face.count).toBe(1);
});

test('two pics from a photo of only a face differ, but both show the same person', async () => {
  const part = { left: 166, top: 50, width: 120, height: 140 };
  const person = await inPhoto(await aPhoto(photo => photo.extract(part).resize(480)));
  const [first, second] = [await picOf(person, 62), await picOf(person, 62, { index: 1 })];
  expect(await difference(first.bytes, second.bytes)).toBeGreaterThan(16);
  for (const { face } of [first, second]) {
    expect(face.count).toBe(1);
    expect(likeness(face.identity, person.face.identity)).toBeGreaterThan(leastLikeness);
  }
});

/** Samples a grid around the eyes that is turned upright: true for each point at which the cut-out shows the person. */
function shapeOf({ rgba, width, height, eyes, eyeDistance, tilt }: CutOut): boolean[] {
  const shape: boolean[] = [];
  for (let down = -2; down <= 3; down += 0.05) {
    for (let right = -2; right <= 2; right += 0.05) {
      const x = Math.round(eyes.x + (right * Math.cos(tilt) - down * Math.sin(tilt)) * eyeDistance);
      const y = Math.round(eyes.y + (right * Math.sin(tilt) + down * Math.cos(tilt)) * eyeDistance);
      const isInside = x >= 0 && y >= 0 && x < width && y < height;
      shape.push(isInside && rgba[(y * width + x) * 4 + 3]! > 127);
    }
  }
  return shape;
}

/** The angle of the line between the eyes, in degrees from the horizontal. */
async function tiltIn(bytes: Uint8Array): Promise<number> {
  const [subject] = await findSubjects(await readPixels(bytes));
  const { points } = subject!.mesh;
  const [left, right] = [points[33]!, points[263]!];
  return (Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI;
}

test.each(someOf(1, [-25, 40, -40, -10, 10, 25]))(
  'a photo tilted by %i degrees gives an upright pic with the same head and shoulders as the upright photo',
  async degrees => {
    const upright = shapeOf((await inPhoto(await aTiltedPhoto(0))).cutOut);
    const tilted = await inPhoto(await aTiltedPhoto(degrees));
    const shape = shapeOf(tilted.cutOut);
    const both = upright.filter((isSeen, at) => isSeen && shape[at]).length;
    const either = upright.filter((isSeen, at) => isSeen || shape[at]).length;
    expect(both / either).toBeGreaterThan(0.95);
    expect(Math.abs(await tiltIn((await picOf(tilted, 26)).bytes))).toBeLessThan(4);
  },
);
