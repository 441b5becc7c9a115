import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import costumes from '../../../server/generator/catalogue/costumes.json';
import type { CostumeName } from '../../../server/generator/catalogue/schema.ts';
import { createCanvas } from '../../../server/generator/filters/canvas.ts';
import { Painter } from '../../../server/generator/filters/painter.ts';
import { drawLayers } from '../../../server/generator/portrait/draw-layers.ts';
import { drawPerson } from '../../../server/generator/portrait/draw-person.ts';
import { placeOf } from '../../../server/generator/portrait/place-person.ts';
import { setStage } from '../../../server/generator/portrait/set-stage.ts';
import { shotOf } from '../../../server/generator/portrait/shots.ts';
import { createRandom } from '../../../server/generator/random.ts';
import { renderPixels } from '../../../server/generator/techniques/render-pic.ts';
import { variantOf } from '../../../server/generator/templates.ts';
import type { Point } from '../../../server/generator/vision/pixels.ts';
import { type BodyPlace, bodyUnder, shaped } from '../../../server/generator/wardrobe/body-place.ts';
import { drawCostume } from '../../../server/generator/wardrobe/draw-costume.ts';
import { drawDressed } from '../../../server/generator/wardrobe/draw-dressed.ts';
import { both, line, moved, shape } from '../../../server/generator/wardrobe/pen.ts';
import { soft } from '../../../server/generator/wardrobe/soft.ts';
import { wardrobe } from '../../../server/generator/wardrobe/wardrobe.ts';
import { wornIn } from '../../../server/generator/wardrobe/worn.ts';
import { someOf } from '../../support/some-of.ts';
import { aPhoto } from './a-photo.ts';
import { type InPhoto, inPhoto } from './small-pics.ts';

const canvas = createCanvas(192);
const names = Object.keys(wardrobe) as CostumeName[];
let person: InPhoto;
let painter: Painter;

beforeAll(async () => {
  person = await inPhoto(await aPhoto());
  painter = await Painter.open(canvas);
});

/** Draws the person in a costume, or in their own clothes, in a template without a foreground. */
async function dressed(name: CostumeName | undefined, { index = 0, quality = 1 } = {}) {
  const { draw, style } = variantOf(13);
  const scene = { ...draw(createRandom(6)), front: '' };
  const shot = shotOf('bust', index);
  const layers = await drawLayers(canvas, { scene, shot, technique: style.technique });
  const cutOut = { ...person.cutOut, split: { ...person.cutOut.split, quality } };
  const worn = wornIn(name && { name }, index, 1);
  const drawn = await drawDressed(canvas, { cutOut, slot: scene.slot, shot }, worn);
  return renderPixels(painter, { person: drawn, scene, layers, shot, style });
}

test('head, hair and neck are separated from a space suit', () => {
  const { parts, width, scale, quality } = person.cutOut.split;
  const { eyes, eyeDistance } = person.cutOut;
  const partAt = (right: number, down: number, part: 0 | 1) => {
    const x = Math.round((eyes.x + right * eyeDistance) * scale);
    const y = Math.round((eyes.y + down * eyeDistance) * scale);
    return parts[(y * width + x) * 2 + part]!;
  };

  expect(quality).toBeGreaterThan(0.9);
  // Checks places in the face and the hair, then in the neck, then on the shoulders and the chest.
  for (const [right, down] of [
    [0, 0.3],
    [0, -0.9],
    [-0.85, 0],
    [0.85, 0],
  ] as const)
    expect(partAt(right, down, 0), `${right} ${down}`).toBeGreaterThan(200);
  expect(partAt(0, 1.3, 1)).toBeGreaterThan(100);
  for (const [right, down] of [
    [-1.6, 2.4],
    [1.6, 2.4],
    [0, 3],
  ] as const)
    expect(partAt(right, down, 0), `${right} ${down}`).toBe(0);
});

test.each(someOf(6, names))(
  'the costume %s covers neck and shoulders, leaves the face free, and has four colours of its own',
  async name => {
    const body: BodyPlace = { x: 96, y: 110, unit: 0.34, tilt: 0, turn: 0.2, neck: 1, shoulders: 1 };
    const seen = new Set<string>();
    for (const colours of costumes[name]) {
      const { front } = await drawCostume(canvas, wardrobe[name], {
        colours,
        skin: [180, 130, 100],
        body,
        seed: 1,
      });
      const opacityAt = (x: number, y: number) => front[(y * canvas.width + x) * 4 + 3]!;
      for (const [x, y] of [
        [96, 130],
        [60, 140],
        [132, 140],
        [96, 230],
      ] as const)
        expect(opacityAt(x, y), `${x} ${y}`).toBe(255);
      expect(opacityAt(96, 70)).toBe(0);
      seen.add(front.subarray((200 * canvas.width + 50) * 4, (200 * canvas.width + 140) * 4).join());
    }
    expect(seen.size).toBe(4);
  },
);

test('the four pics of a job show four cloth colours', async () => {
  const means: number[][] = [];
  for (const index of [0, 1, 2, 3]) {
    const pixels = await dressed('roll-neck', { index });
    const { channels } = await sharp(pixels, {
      raw: { width: canvas.width, height: canvas.height, channels: 3 },
    })
      .extract({ left: 76, top: 200, width: 40, height: 50 })
      .stats();
    means.push(channels.map(({ mean }) => mean));
  }
  for (const [at, one] of means.entries())
    for (const other of means.slice(at + 1))
      expect(Math.max(...one.map((value, channel) => Math.abs(value - other[channel]!)))).toBeGreaterThan(12);
});

test('a person keeps their own clothes if their head cannot be separated', async () => {
  const own = await dressed(undefined);

  expect(await dressed('suit', { quality: 0.3 })).toEqual(own);
  expect(await dressed('suit')).not.toEqual(own);
});

test('a person whose photo ends at the chin gets a body in their clothes’ colour and no enlarged face', async () => {
  const { cutOut } = await inPhoto(
    await aPhoto(photo => photo.extract({ left: 60, top: 0, width: 330, height: 240 })),
  );
  const { draw } = variantOf(13);
  for (const index of [0, 2, 3]) {
    const shot = shotOf('bust', index);
    const split = { ...cutOut.split, cloth: '#c83c14' };
    const placed = { cutOut: { ...cutOut, split }, slot: draw(createRandom(6)).slot, shot };
    const { rgba, eyeDistance } = await drawDressed(canvas, placed, undefined);
    expect(eyeDistance * 1.2).toBeLessThan(placeOf(canvas, placed).eyeDistance);
    const below = ((canvas.height - 4) * canvas.width + Math.round(canvas.width * shot.dressed.x)) * 4;
    expect(rgba[below + 3]).toBe(255);
    expect(rgba[below]!).toBeGreaterThan(rgba[below + 2]! * 2);
  }
});

test('a person whose photo shows the body keeps their own clothes', async () => {
  const { draw } = variantOf(13);
  const placed = { cutOut: person.cutOut, slot: draw(createRandom(6)).slot, shot: shotOf('bust') };

  expect(await drawDressed(canvas, placed, undefined)).toEqual(await drawPerson(canvas, placed));
});

test('petals and flakes fall on clothes, never on face or neck', async () => {
  const { draw } = variantOf(13);
  const scene = draw(createRandom(6));
  const shot = shotOf('bust');
  const drawn = await drawPerson(canvas, { cutOut: person.cutOut, slot: scene.slot, shot });
  const [back, glow] = [new Uint8Array(canvas.pixels * 3), new Uint8Array(canvas.pixels * 3)];
  const front = new Uint8Array(canvas.pixels * 4).fill(255);
  await painter.draw(() =>
    setStage(painter, { person: drawn, scene, layers: { back, glow, front }, shot, material: 'none' }),
  );
  const [nose, chin] = [drawn.surface.points[1]!, drawn.surface.points[152]!];
  const opacityAt = (below: number) =>
    front[(Math.round(chin.y + below * drawn.eyeDistance) * canvas.width + Math.round(chin.x)) * 4 + 3]!;

  expect(front[(Math.round(nose.y) * canvas.width + Math.round(nose.x)) * 4 + 3]).toBe(0);
  expect(opacityAt(0.45)).toBeLessThan(40);
  expect(opacityAt(1.8)).toBeGreaterThan(200);
});

test('if a body turns, its front moves far and its outline hardly moves', () => {
  const turn = shaped({ turn: 0.3, neck: 1, shoulders: 1 });

  expect(turn(0, 150)[0]).toBeGreaterThan(25);
  expect(Math.abs(turn(290, 150)[0] - 290)).toBeLessThan(20);
});

test('a head with a narrow lower face gets narrower shoulders and a narrower neck', () => {
  const { mesh, eyes, eyeDistance } = person.cutOut;
  const place = { eyes, eyeDistance, scale: 1, angle: 0, toPicture: (point: Point) => point };
  const [left, right] = [172, 397] as const;
  const middle = (mesh[left]!.x + mesh[right]!.x) / 2;
  const bodyWith = (width: number) => {
    const points = [...mesh];
    points[left] = { ...points[left]!, x: middle - (width / 2) * eyeDistance };
    points[right] = { ...points[right]!, x: middle + (width / 2) * eyeDistance };
    return bodyUnder(points, place, 0);
  };
  const widthsOf = (body: BodyPlace) => [-46, 90].map(y => shaped({ ...body, turn: 0 })(100, y)[0]);
  const [girl, man] = [widthsOf(bodyWith(1.07)), widthsOf(bodyWith(1.3))];
  expect(girl[0]! / man[0]!).toBeLessThan(0.85);
  expect(girl[1]! / man[1]!).toBeLessThan(0.8);
});

/** A drawing in white on black at one pixel per body unit, on the widest body, turned by `turn` radians. */
async function drawn(svg: string, turn: number): Promise<Uint8Array> {
  const head =
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1000" viewBox="-400 -200 800 1000">';
  return sharp(Buffer.from(`${head}${moved(svg, shaped({ turn, neck: 1, shoulders: 1.2 }))}</svg>`))
    .flatten({ background: '#000' })
    .extractChannel(0)
    .raw()
    .toBuffer();
}

test.each([
  ['an upright line without width', line('M0 80L0 420', '#fff', 60)],
  ['both sides of a shape', both(shape('M142 24C196 6 252 44 264 124C236 146 196 140 164 118Z', '#fff'))],
  ['a small shape', shape('M10 10L20 10L20 20Z', '#fff')],
])('%s is blurred without cut edges, however far the body turns', async (_, svg) => {
  for (const turn of [-0.35, 0, 0.35]) {
    const everywhere =
      '<filter id="all" filterUnits="userSpaceOnUse" x="-400" y="-200" width="800" height="1000" ' +
      `color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="14"/></filter><g filter="url(#all)">${svg}</g>`;
    const [cut, whole] = await Promise.all([drawn(soft(14, svg), turn), drawn(everywhere, turn)]);
    expect(whole.some(value => value > 8)).toBe(true);
    expect(cut.findIndex((value, at) => Math.abs(value - whole[at]!) > 1)).toBe(-1);
  }
});
