import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createCanvas } from '../../../server/generator/filters/canvas.ts';
import { type CutOut, cutOut } from '../../../server/generator/portrait/cut-out.ts';
import { placeOf } from '../../../server/generator/portrait/place-person.ts';
import { shotOf } from '../../../server/generator/portrait/shots.ts';
import { findSubjects } from '../../../server/generator/vision/find-subjects.ts';
import { readPixels } from '../../../server/generator/vision/pixels.ts';
import { someOf } from '../../support/some-of.ts';
import { aPhoto, aTiltedPhoto } from './a-photo.ts';

const canvas = createCanvas(384);
const slot = { x: 384, y: 436, eyes: 114 };

/** A person in the portrait without its `top` upper pixels. */
function withoutTop(top: number): Promise<CutOut> {
  return personIn(portrait => portrait.extract({ left: 0, top, width: 512, height: 512 - top }));
}

async function personIn(change: (portrait: Sharp) => Sharp): Promise<CutOut> {
  const photo = await readPixels(await aPhoto(change));
  const [subject] = await findSubjects(photo);
  return cutOut(photo, subject!);
}

/** The photo's upper border in the picture, left and right of the head: y in px. */
function borderOf(person: CutOut, index: number): number[] {
  const { toPicture } = placeOf(canvas, { cutOut: person, slot, shot: shotOf('bust', index) });
  return [-1, 1].map(side => toPicture({ x: person.eyes.x + side * person.eyeDistance, y: 2 }).y);
}

describe.each(someOf(1, [30, 55]))('a photo that cuts the head %i pixels below its edge', top => {
  let person: CutOut;
  beforeAll(async () => {
    person = await withoutTop(top);
  });

  test.each([0, 1, 2, 3])('is cut by the border of the picture in shot %i, not in the scene', index => {
    for (const y of borderOf(person, index)) expect(y).toBeLessThanOrEqual(0);
  });

  test.each([0, 1, 2, 3])('shows eyes and chin in shot %i', index => {
    const place = placeOf(canvas, { cutOut: person, slot, shot: shotOf('bust', index) });
    expect(place.eyes.y).toBeGreaterThan(canvas.height * 0.15);
    expect(place.toPicture(person.mesh[152]!).y).toBeLessThan(canvas.height);
  });
});

describe.each(someOf(1, [-22, 22]))('a photo that cuts the head, which is tilted by %i degrees', degrees => {
  let person: CutOut;
  beforeAll(async () => {
    const tilted = sharp(await aTiltedPhoto(degrees)).extract({ left: 0, top: 125, width: 450, height: 425 });
    person = await personIn(() => tilted);
  });

  test.each([0, 2])(
    'is cut by the border of the picture in shot %i, which shows more than the face',
    index => {
      for (const y of borderOf(person, index)) expect(y).toBeLessThanOrEqual(0);
      const place = placeOf(canvas, { cutOut: person, slot, shot: shotOf('bust', index) });
      expect(place.eyeDistance).toBeLessThan(canvas.width * 0.55);
    },
  );
});

describe('a close-up that cuts hair, ears and neck', () => {
  let person: CutOut;
  beforeAll(async () => {
    person = await personIn(portrait =>
      portrait.extract({ left: 166, top: 50, width: 120, height: 140 }).resize(480),
    );
  });

  test.each([0, 1, 2, 3])('fills the picture in shot %i', index => {
    for (const y of borderOf(person, index)) expect(y).toBeLessThanOrEqual(0);
    const { toPicture } = placeOf(canvas, { cutOut: person, slot, shot: shotOf('bust', index) });
    expect(toPicture({ x: person.eyes.x, y: person.height }).y).toBeGreaterThanOrEqual(canvas.height);
  });
});

describe('a head stays away from the corners', () => {
  let low: CutOut;
  let close: CutOut;
  beforeAll(async () => {
    low = await personIn(portrait => portrait.extract({ left: 0, top: 0, width: 512, height: 330 }));
    close = await personIn(portrait => portrait.extract({ left: 0, top: 0, width: 300, height: 512 }));
  });

  test.each([0, 1, 2, 3])('of a photo that ends below the chest, in shot %i', index => {
    const shot = shotOf('bust', index);
    const { eyes } = placeOf(canvas, { cutOut: low, slot, shot });
    expect(eyes.y).toBeLessThanOrEqual(canvas.height * Math.max(0.5, shot.y) + 5);
  });

  test.each([0, 1, 2, 3])('of a photo that ends close beside it, in shot %i', index => {
    const { eyes } = placeOf(canvas, { cutOut: close, slot, shot: shotOf('bust', index) });
    expect(eyes.x).toBeGreaterThan(canvas.width * 0.25);
    expect(eyes.x).toBeLessThan(canvas.width * 0.75);
  });
});

test('a whole head has the scene above it', async () => {
  const person = await withoutTop(0);
  expect(person.reachUp).toBe(Number.POSITIVE_INFINITY);
  expect(placeOf(canvas, { cutOut: person, slot, shot: shotOf('bust') }).eyes.y).toBeGreaterThan(
    canvas.height * 0.35,
  );
});

describe.each(
  someOf(1, [
    ['both sides', 120, 205],
    ['the left', 150, 330],
    ['the right', 0, 310],
  ]),
)('a photo that cuts the body at %s', (_, left, width) => {
  let person: CutOut;
  beforeAll(async () => {
    person = await personIn(portrait => portrait.extract({ left, top: 0, width, height: 512 }));
  });

  const turned = [-0.1, 0, 0.1].flatMap(tilt => [0, 1, 2, 3].map(index => ({ tilt, index })));
  test.each(turned)('is cut by the border of the picture, not in the scene: %o', ({ tilt, index }) => {
    const cut = { ...person, tilt };
    const { toPicture, eyeDistance } = placeOf(canvas, { cutOut: cut, slot, shot: shotOf('bust', index) });
    const chin = person.eyes.y + person.eyeDistance;
    for (const y of [chin, (chin + person.height) / 2, person.height]) {
      const ends = [toPicture({ x: 0, y }), toPicture({ x: person.width, y })];
      if (ends.some(end => end.y > canvas.height)) continue;
      if (person.reachLeft < Infinity) expect(ends[0]!.x).toBeLessThanOrEqual(0);
      if (person.reachRight < Infinity) expect(ends[1]!.x).toBeGreaterThanOrEqual(canvas.width);
    }
    expect(eyeDistance).toBeLessThan(canvas.width / 2);
  });
});
