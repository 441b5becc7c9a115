import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
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

/** The person in the portrait after its upper `top` px are cut off. */
function withoutTop(top: number): Promise<CutOut> {
  return personIn(portrait => portrait.extract({ left: 0, top, width: 512, height: 512 - top }));
}

async function personIn(change: (portrait: Sharp) => Sharp): Promise<CutOut> {
  const photo = await readPixels(await aPhoto(change));
  const [subject] = await findSubjects(photo);
  return cutOut(photo, subject!);
}

/** The places of a person in the four shots of a head-and-shoulders template. */
const placesOf = (cutOut: CutOut) =>
  [0, 1, 2, 3].map(index => placeOf(canvas, { cutOut, slot, shot: shotOf('bust', index) }));

/**
 * Expects the photo's top edge at or above the picture's border on both sides of the head. Otherwise a head that the
 * photo cuts off would end inside the scene.
 */
function expectCutAbove({ eyes, eyeDistance }: CutOut, { toPicture }: ReturnType<typeof placeOf>): void {
  for (const side of [-1, 1])
    expect(toPicture({ x: eyes.x + side * eyeDistance, y: 2 }).y).toBeLessThanOrEqual(0);
}

test.each(someOf(1, [30, 55]))('a head cut %i px below its top reaches the picture’s top', async top => {
  const person = await withoutTop(top);
  for (const place of placesOf(person)) {
    expectCutAbove(person, place);
    expect(place.eyes.y).toBeGreaterThan(canvas.height * 0.15);
    expect(place.toPicture(person.mesh[152]!).y).toBeLessThan(canvas.height);
  }
});

test.each(someOf(1, [-22, 22]))(
  'a cut head tilted by %i degrees reaches the upper border of the picture',
  async degrees => {
    const tilted = sharp(await aTiltedPhoto(degrees)).extract({ left: 0, top: 125, width: 450, height: 425 });
    const person = await personIn(() => tilted);
    const [first, , third] = placesOf(person);
    for (const place of [first!, third!]) {
      expectCutAbove(person, place);
      // These two shots show more than the face, so the eye distance is limited.
      expect(place.eyeDistance).toBeLessThan(canvas.width * 0.55);
    }
  },
);

test('a close-up photo that cuts off hair, ears and neck fills the picture', async () => {
  const part = { left: 166, top: 50, width: 120, height: 140 };
  const person = await personIn(portrait => portrait.extract(part).resize(480));
  for (const place of placesOf(person)) {
    expectCutAbove(person, place);
    const end = place.toPicture({ x: person.eyes.x, y: person.height });
    expect(end.y).toBeGreaterThanOrEqual(canvas.height);
  }
});

test('the head is not moved into a corner if the photo ends below the chest or next to the head', async () => {
  const low = await personIn(portrait => portrait.extract({ left: 0, top: 0, width: 512, height: 330 }));
  for (const [index, { eyes }] of placesOf(low).entries())
    expect(eyes.y).toBeLessThanOrEqual(canvas.height * Math.max(0.5, shotOf('bust', index).y) + 5);
  const close = await personIn(portrait => portrait.extract({ left: 0, top: 0, width: 300, height: 512 }));
  for (const { eyes } of placesOf(close)) expect(Math.abs(eyes.x / canvas.width - 0.5)).toBeLessThan(0.25);
});

test('a head that the photo does not cut off has part of the scene above it', async () => {
  const person = await withoutTop(0);
  expect(person.reachUp).toBe(Number.POSITIVE_INFINITY);
  expect(placesOf(person)[0]!.eyes.y).toBeGreaterThan(canvas.height * 0.35);
});

test.each(
  someOf(1, [
    ['both sides', 120, 205],
    ['the left side', 150, 330],
    ['the right side', 0, 310],
  ]),
)('a body that the photo cuts on %s reaches that border at any tilt', async (_, left, width) => {
  const person = await personIn(portrait => portrait.extract({ left, top: 0, width, height: 512 }));
  const chin = person.eyes.y + person.eyeDistance;
  for (const { toPicture, eyeDistance } of [-0.1, 0, 0.1].flatMap(tilt => placesOf({ ...person, tilt }))) {
    for (const y of [chin, (chin + person.height) / 2, person.height]) {
      const [start, end] = [toPicture({ x: 0, y }), toPicture({ x: person.width, y })];
      if (Math.max(start.y, end.y) > canvas.height) continue;
      if (person.reachLeft < Infinity) expect(start.x).toBeLessThanOrEqual(0);
      if (person.reachRight < Infinity) expect(end.x).toBeGreaterThanOrEqual(canvas.width);
    }
    expect(eyeDistance).toBeLessThan(canvas.width / 2);
  }
});
