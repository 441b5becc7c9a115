import { beforeAll, expect, it } from 'vitest';
import { createCanvas } from '../../../server/generator/filters/canvas.ts';
import { Painter } from '../../../server/generator/filters/painter.ts';
import { skinOf } from '../../../server/generator/hands/skin.ts';
import type { Stage } from '../../../server/generator/portrait/stage.ts';

const canvas = createCanvas(192);
const eyeDistance = 30;
const eyes = { x: 96, y: 80 };
let skin: Float32Array;

/** What counts as skin so many eye distances beside and below the eyes of somebody who has the colour of skin all over. */
const skinAt = (aside: number, below: number) =>
  skin[Math.round(eyes.y + below * eyeDistance) * canvas.width + Math.round(eyes.x + aside * eyeDistance)];

beforeAll(async () => {
  const painter = await Painter.open(canvas);
  const [picture, face, alpha] = [painter.picture(), painter.plane(), painter.plane()];
  for (let at = 0; at < canvas.pixels; at++) {
    const aside = ((at % canvas.width) - eyes.x) / eyeDistance;
    const below = (Math.floor(at / canvas.width) - eyes.y) / eyeDistance;
    picture.data.set([200, 150, 120, 255], at * 4);
    alpha.data[at] = 1;
    face.data[at] = (aside / 0.75) ** 2 + ((below - 0.2) / 1) ** 2 < 1 ? 1 : 0;
  }
  const stage = { picture, face, alpha, eyeDistance, skin: [200, 150, 120] } as unknown as Stage;
  skin = (await skinOf(painter, stage)).data.slice();
});

it.each([
  ['the face', 0, 0.5],
  ['the neck', 0, 1.4],
  ['a neckline', 0.4, 2.4],
  ['a bare shoulder', -1.3, 1.9],
])('%s is skin', (_, aside, below) => {
  expect(skinAt(aside, below)).toBeGreaterThan(0.8);
});

it.each([
  ['hair above', 0, -1.9],
  ['hair beside', 1.9, -0.4],
  ['a table', 2, 5],
])('%s of the same colour is none', (_, aside, below) => {
  expect(skinAt(aside, below)).toBeLessThan(0.2);
});
