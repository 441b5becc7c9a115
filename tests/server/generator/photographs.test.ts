import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { GeneratedPic } from '../../../server/generator/generator.ts';
import { makePics } from '../../../server/generator/local/make-pics.ts';
import type { DevelopedPhoto } from '../../../server/generator/photographs/develop-photo.ts';
import { frameOf, framingOf } from '../../../server/generator/photographs/frames.ts';
import { renderPhotograph } from '../../../server/generator/photographs/render-photograph.ts';
import { softGround } from '../../../server/generator/photographs/soft-ground.ts';
import { likeness } from '../../../server/generator/vision/embed-face.ts';
import { findSubjects } from '../../../server/generator/vision/find-subjects.ts';
import { MESH } from '../../../server/generator/vision/mesh-face.ts';
import { readPixels } from '../../../server/generator/vision/pixels.ts';
import { aPhoto } from './a-photo.ts';
import { type MeasuredFace, measureFace } from './face-of.ts';

const [softDaylight, blackAndWhite, greyStudio, whiteIdPhoto] = [85, 86, 93, 99];

function pics(photos: Uint8Array[], templateId: number, more: { count?: number; redo?: number } = {}) {
  const request = { photos, templateId, count: 1, seed: 8, ...more };
  return makePics(request, () => {}, new AbortController().signal);
}

async function meshIn({ bytes }: GeneratedPic) {
  const [subject] = await findSubjects(await readPixels(bytes));
  const { points } = subject!.mesh;
  const [left, right] = [points[MESH.leftEye]!, points[MESH.rightEye]!];
  return {
    distance: Math.hypot(right.x - left.x, right.y - left.y),
    eyes: { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 },
    chin: points[MESH.chin]!,
  };
}

/** A developed photo of 60 × 60 px with the given brightness per row and the given person. */
function developed(
  brightness: (y: number) => number,
  isPerson: (x: number, y: number) => boolean,
): DevelopedPhoto {
  const rgb = new Uint8Array(60 * 60 * 3);
  const person = new Uint8Array(60 * 60 * 4);
  for (let at = 0; at < 60 * 60; at++) {
    const [x, y] = [at % 60, Math.floor(at / 60)];
    rgb.fill(brightness(y), at * 3, at * 3 + 3);
    if (isPerson(x, y)) person.set([90, 90, 90, 255], at * 4);
  }
  return {
    rgb,
    width: 60,
    height: 60,
    person,
    mesh: [],
    eyes: { x: 30, y: 30 },
    eyeDistance: 20,
    tilt: 0,
    light: { x: 0, y: 0 },
    standsPlain: true,
    hair: 20,
    below: 30,
    cuts: [],
  };
}

let photo: Uint8Array;
let face: MeasuredFace;
beforeAll(async () => {
  photo = await aPhoto(portrait => portrait.resize(1024));
  face = await measureFace(photo);
});

it.each([
  ['dim', [0.4, 0.4, 0.4]],
  ['in the light of a yellow lamp', [0.95, 0.72, 0.42]],
] as const)('a pic of a photo that is %s has good light', async (_, gains) => {
  const poor = await aPhoto(portrait =>
    portrait
      .resize(1024)
      .removeAlpha()
      .linear([...gains], [0, 0, 0]),
  );
  const before = await measureFace(poor);
  const [pic] = await pics([poor], softDaylight);
  const made = await measureFace(pic!.bytes);
  expect(made.count).toBe(1);
  expect(made.brightness / face.brightness).toBeGreaterThan(0.85);
  expect(made.brightness / face.brightness).toBeLessThan(1.15);
  expect(Math.abs(made.warmth - face.warmth)).toBeLessThan(
    Math.max(12, Math.abs(before.warmth - face.warmth) / 3),
  );
  expect(made.burnt).toBeLessThan(0.02);
});

it('a pic from a well-lit photo shows the same face, in colour and in black and white', async () => {
  const [daylight] = await pics([photo], softDaylight);
  const made = await measureFace(daylight!.bytes);
  expect(likeness(made.identity, face.identity)).toBeGreaterThan(0.95);
  expect(made.brightness / face.brightness).toBeGreaterThan(0.95);
  expect(made.brightness / face.brightness).toBeLessThan(1.1);

  const [grey] = await pics([photo], blackAndWhite);
  const { channels } = await sharp(grey!.bytes).stats();
  expect(channels[0]!.mean).toBeCloseTo(channels[2]!.mean, 0);
});

it('a pic shows no edge where the photo cuts off the person, at any tilt of the head', () => {
  // The photo cuts off the shoulders on both sides, and the person at the bottom.
  const cuts = Array.from({ length: 30 }, (_, at) => at * 20).flatMap(y => [
    { x: -220, y: 200 + y },
    { x: 340, y: 260 + y },
  ]);
  for (const tilt of [-0.4, -0.07, 0, 0.2, 0.4]) {
    const { width, height, x, y, angle } = frameOf({ cuts, below: 700, eyeDistance: 90, tilt }, framingOf(2));
    expect((1 - y) * height).toBeLessThan(700.001);
    for (const cut of cuts) {
      const across = x + (cut.x * Math.cos(angle) + cut.y * Math.sin(angle)) / width;
      const down = y + (cut.y * Math.cos(angle) - cut.x * Math.sin(angle)) / height;
      expect(Math.max(Math.abs(across - 0.5), Math.abs(down - 0.5))).toBeGreaterThan(0.499);
    }
  }
});

it('no background is painted over a person who fills the whole photo', async () => {
  const filled = developed(
    () => 90,
    () => true,
  );
  const { rgb } = await renderPhotograph({
    photo: filled,
    ground: await softGround(filled),
    frame: { width: 60, height: 60, x: 0.5, y: 0.5, angle: 0 },
    style: { ground: { kind: 'flat', colour: [255, 255, 255] }, tone: {} },
    mostWidth: 60,
    seed: 1,
  });
  expect(Math.max(...rgb)).toBe(90);
});

it('the background added above the photo is like that above the head, not that next to the shoulders', async () => {
  const standing = developed(
    y => (y > 20 ? 0 : 255),
    (x, y) => y > 15 && Math.abs(x - 30) < 15,
  );
  const { light, width, top } = await softGround(standing);
  expect(Math.min(...light.subarray(0, width * top * 3))).toBeGreaterThan(0.5);
});

it('a photo is enlarged to at most 1.55 times its size', async () => {
  const small = await aPhoto(portrait => portrait.resize(400));
  const [pic] = await pics([small], greyStudio);
  const { distance } = await meshIn(pic!);
  const [subject] = await findSubjects(await readPixels(small));
  const [left, right] = [subject!.mesh.points[MESH.leftEye]!, subject!.mesh.points[MESH.rightEye]!];
  expect(distance / Math.hypot(right.x - left.x, right.y - left.y)).toBeLessThan(1.55);
});

it('the four pics have different framings, one of them square, and a redo has another framing', async () => {
  const first = await pics([photo], greyStudio, { count: 4 });
  const again = await pics([photo], greyStudio, { count: 1, redo: 1 });
  const share = async (pic: GeneratedPic) => (await meshIn(pic)).distance / pic.width;
  const shares = await Promise.all(first.map(share));
  const sorted = shares.toSorted((a, b) => a - b);
  for (const [index, value] of sorted.slice(1).entries())
    expect(value / sorted[index]!).toBeGreaterThan(1.04);
  expect(first.map(({ width, height }) => Math.round((height / width) * 100))).toEqual([133, 133, 133, 100]);
  expect(Math.abs((await share(again[0]!)) / shares[0]! - 1)).toBeGreaterThan(0.04);
});

/** Sizes: the width in px; in mm the height, and the allowed head heights and distances of the eyes from the top. */
const rules = [
  { pixels: 413, height: 45, head: [31.5, 36], eyes: [13.5, 22.5] },
  { pixels: 295, height: 35, head: [21, 25], eyes: [13, 18] },
  { pixels: 602, height: 51, head: [25, 35], eyes: [16, 23] },
] as const;
const sheetWidth = 1772;

describe('an ID photo', () => {
  let set: GeneratedPic[];
  beforeAll(async () => {
    set = await pics([photo], whiteIdPhoto, { count: 4 });
  });

  it('an ID photo has three sizes and a sheet of eight, at 300 dpi, below 500 kB, on a plain background', async () => {
    const said = await Promise.all(set.map(({ bytes }) => sharp(bytes).metadata()));
    expect(said.map(({ width, height, density }) => [width, height, density])).toEqual([
      [413, 531, 300],
      [295, 413, 300],
      [602, 602, 300],
      [1772, 1181, 300],
    ]);
    expect(set.map(({ labelled }) => labelled)).toEqual(['data', 'data', 'data', 'margin']);
    for (const { bytes } of set.slice(0, 3)) {
      expect(bytes.length).toBeLessThan(500_000);
      const corner = await sharp(bytes).extract({ left: 4, top: 4, width: 20, height: 20 }).toBuffer();
      expect((await sharp(corner).stats()).channels[0]!.min).toBeGreaterThan(250);
    }
    const faces = await findSubjects(await readPixels(set[3]!.bytes, 1772));
    expect(faces.length).toBeGreaterThan(1);
  });

  it.each([
    ['from a photo with space around the person', undefined, [0, 1, 2]],
    ['from a photo that cuts the shoulders', { left: 140, top: 10, width: 170, height: 210 }, [0, 1]],
    ['from a photo that cuts hair and shoulders', { left: 150, top: 38, width: 150, height: 200 }, [0]],
  ] as const)('an ID photo %s meets the measures of each size made from it', async (_, part, sizes) => {
    const cut = part && (await aPhoto(whole => whole.extract(part).resize(part.width * 5)));
    const pictures = cut ? await pics([cut], whiteIdPhoto, { count: 4 }) : set;
    expect(pictures.map(({ width }) => width)).toEqual([
      ...sizes.map(size => rules[size].pixels),
      sheetWidth,
    ]);
    for (const [index, size] of sizes.entries()) {
      const { height, head, eyes: line } = rules[size];
      const pic = pictures[index]!;
      const { eyes, chin } = await meshIn(pic);
      const millimetres = height / pic.height;
      // The eyes are halfway up the head, so the head is twice as high as the distance from the eyes to the chin.
      const headHeight = (chin.y - eyes.y) * 2 * millimetres;
      expect(headHeight).toBeGreaterThanOrEqual(head[0]);
      expect(headHeight).toBeLessThanOrEqual(head[1]);
      expect(eyes.y * millimetres).toBeGreaterThanOrEqual(line[0]);
      expect(eyes.y * millimetres).toBeLessThanOrEqual(line[1]);
      expect(Math.abs(eyes.x / pic.width - 0.5)).toBeLessThan(0.05);
    }
  });
});
