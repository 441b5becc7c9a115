import { beforeAll, expect, test } from 'vitest';
import { createCanvas } from '../../../server/generator/filters/canvas.ts';
import type { Plane } from '../../../server/generator/filters/filter-memory.ts';
import { Painter } from '../../../server/generator/filters/painter.ts';
import { type StageParts, setStage } from '../../../server/generator/portrait/set-stage.ts';
import { layFront, type Stage } from '../../../server/generator/portrait/stage.ts';
import { outlineOf } from '../../../server/generator/techniques/paint-ground.ts';
import { poster } from '../../../server/generator/techniques/poster.ts';
import { skinOf, tonesOfSkin } from '../../../server/generator/techniques/skin.ts';

const inks = ['#000000', '#404040', '#808080', '#c0c0c0', '#ffffff'] as const;
const greys = [0, 64, 128, 192, 255];

/** Paper and worn ink may change a colour value (0 to 255) by this much. */
const texture = 14;

test('a plain area in a poster’s scene is printed in one ink, not in a mixture of two', async () => {
  const canvas = createCanvas(384);
  const painter = await Painter.open(canvas);
  const picture = painter.picture();
  const [alpha, body, face, features] = Array.from({ length: 4 }, () => painter.plane());
  // In each band falls a quantile at which the poster may change the ink, so a plain band could get two inks.
  const bands = [70, 120, 170, 220];
  const bandAt = (y: number) => Math.min(3, Math.floor((y / canvas.height) * 4));
  for (let at = 0; at < canvas.pixels; at++) {
    const grey = bands[bandAt(Math.floor(at / canvas.width))]!;
    picture.data.set([grey, grey, grey, 255], at * 4);
  }
  const front = new Uint8Array(canvas.pixels * 4);
  const stage = { picture, alpha, body, face, features, front, eyeDistance: 60, skin: [200, 150, 120] };
  const printed = await poster(inks)(painter, stage as unknown as Stage);

  // The poster hatches the third band intentionally, so that band is not checked.
  for (const band of [0, 1, 3]) {
    const y = Math.round(((band + 0.5) / 4) * canvas.height);
    const row = [...printed.subarray(y * canvas.width * 3, (y + 1) * canvas.width * 3)];
    const furthest = Math.max(...row.map(value => Math.min(...greys.map(grey => Math.abs(grey - value)))));
    expect(furthest, `band ${band}`).toBeLessThan(texture);
  }
});

const skinCanvas = createCanvas(192);
const eyeDistance = 30;
const eyes = { x: 96, y: 80 };
let skin: Float32Array;

/** The skin mask at an offset from the eyes, in eye distances. The whole picture has the colour of skin. */
const skinAt = (aside: number, below: number) =>
  skin[
    Math.round(eyes.y + below * eyeDistance) * skinCanvas.width + Math.round(eyes.x + aside * eyeDistance)
  ];

beforeAll(async () => {
  const painter = await Painter.open(skinCanvas);
  const [picture, face, alpha] = [painter.picture(), painter.plane(), painter.plane()];
  for (let at = 0; at < skinCanvas.pixels; at++) {
    const aside = ((at % skinCanvas.width) - eyes.x) / eyeDistance;
    const below = (Math.floor(at / skinCanvas.width) - eyes.y) / eyeDistance;
    picture.data.set([200, 150, 120, 255], at * 4);
    alpha.data[at] = 1;
    face.data[at] = (aside / 0.75) ** 2 + ((below - 0.2) / 1) ** 2 < 1 ? 1 : 0;
  }
  const stage = { picture, face, alpha, eyeDistance, skin: [200, 150, 120] } as unknown as Stage;
  skin = (await skinOf(painter, stage)).data.slice();
});

test.each([
  ['the face', true, 0, 0.5],
  ['the neck', true, 0, 1.4],
  ['a neckline', true, 0.4, 2.4],
  ['a bare shoulder', true, -1.3, 1.9],
  ['hair above the face', false, 0, -1.9],
  ['hair next to the face', false, 1.9, -0.4],
  ['a table', false, 2, 5],
])('%s in the colour of skin counts as skin: %s', (_, isSkin, aside, below) => {
  if (isSkin) expect(skinAt(aside, below)).toBeGreaterThan(0.8);
  else expect(skinAt(aside, below)).toBeLessThan(0.2);
});

test('a line is drawn around the person, except where the foreground covers them', async () => {
  const canvas = createCanvas(768);
  const ground = 800;
  const painter = await Painter.open(canvas);
  const [picture, alpha, body] = [painter.picture(), painter.plane(), painter.plane()];
  const front = new Uint8Array(canvas.pixels * 4);
  for (let at = 0; at < canvas.pixels; at++) {
    const [x, y] = [at % canvas.width, Math.floor(at / canvas.width)];
    alpha.data[at] = body.data[at] = x >= 240 && x < 520 ? 1 : 0;
    front[at * 4 + 3] = y >= ground ? 255 : 0;
  }
  const stage = { picture, alpha, body, face: painter.plane(), features: painter.plane(), front };
  layFront(stage as unknown as Stage, front);

  const outline = (await outlineOf(painter, stage as unknown as Stage, 4)).data;
  const darkestIn = (y: number) => Math.max(...outline.slice(y * canvas.width, (y + 1) * canvas.width));

  expect(darkestIn(ground - 1)).toBeGreaterThan(0.9);
  expect(darkestIn(ground)).toBe(0);
  expect(darkestIn(ground + 20)).toBe(0);
});

test('a person’s shadow falls on the side away from the light', async () => {
  const canvas = createCanvas(192);
  const painter = await Painter.open(canvas);
  const [left, right, row] = [70, 122, 128];
  const rgba = new Uint8Array(canvas.pixels * 4);
  for (let at = 0; at < canvas.pixels; at++) {
    const x = at % canvas.width;
    if (x >= left && x < right) rgba.set([150, 110, 90, 255], at * 4);
  }
  const plain = () => new Uint8Array(canvas.pixels * 3).fill(200);
  const light = { saturation: 1, tint: '#808080', tintShare: 0, shadow: '#000000', fromX: 0.3, fromY: -0.3 };
  const stage = await painter.draw(() =>
    setStage(painter, {
      person: { rgba, masks: new Uint8Array(canvas.pixels * 3), eyeDistance: 40, exposure: 1 },
      scene: { light },
      layers: { back: plain(), glow: plain(), front: new Uint8Array(canvas.pixels * 4) },
      shot: { lightFromX: 1, isMirrored: false },
      material: 'none',
    } as unknown as StageParts),
  );
  const brightnessAt = (x: number) => stage.picture.data[(row * canvas.width + x) * 4]!;

  expect(brightnessAt(left - 6)).toBeLessThan(brightnessAt(right + 5) - 5);
});

test('skin gets few tones, and the middle tone is 7 % brighter than the face, even for dark skin', () => {
  for (const middle of [0.2, 0.6]) {
    const face = { data: new Float32Array(1000).fill(1) } as Plane;
    const features = { data: new Float32Array(1000) } as Plane;
    const luminance = { data: Float32Array.from({ length: 1000 }, (_, at) => middle * (0.5 + at / 1000)) };
    const toneOf = tonesOfSkin({ face, features } as Stage, luminance as Plane, { apart: 0.34, edge: 0 });
    const tones = [...new Set([...luminance.data].map(light => toneOf(light).toFixed(3)))].map(Number);

    expect(tones.length).toBeLessThan(5);
    expect(toneOf(middle * 1.05)).toBeCloseTo(middle * 1.07, 2);
    expect(Math.min(...tones)).toBeGreaterThan(middle * 0.2);
  }
});
