import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import {
  alignEyes,
  type Eyes,
  fillFrame,
  type Placement,
} from '../../../../src/platform/pictures/align-eyes.ts';
import type { ComparisonParts } from '../../../../src/platform/pictures/draw-comparison.ts';
import { openFakeCanvas, type Strokes } from '../../../support/phone/fake-canvas.ts';
import { type Decoded, openFakeDrawing } from '../../../support/phone/fake-drawing.ts';

let decoded: Decoded;
let strokes: Strokes;

beforeEach(async () => {
  decoded = await openFakeDrawing();
  strokes = openFakeCanvas();
  for (const [name, value] of Object.entries({ paper: 'ivory', ink: 'black' }))
    document.documentElement.style.setProperty(`--drawing-${name}`, value);
  document.documentElement.style.setProperty('--font', 'Sans');
});

const aPicture = async (width: number, height: number) =>
  new Blob([
    await sharp({ create: { width, height, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer(),
  ]);

const words = { before: 'Photo', after: 'Picture', label: 'Made by AI' };

/** Draws a 600 × 900 photo and a 900 × 1200 picture, each in a 3:4 half. */
async function draw(changes: Partial<ComparisonParts> = {}): Promise<Blob> {
  const { drawComparison } = await import('../../../../src/platform/pictures/draw-comparison.ts');
  const [photo, pic] = await Promise.all([aPicture(600, 900), aPicture(900, 1200)]);
  return drawComparison({ photo, pic, placement: null, ratio: 3 / 4, words, ...changes });
}

test('in the drawn comparison, photo and picture fill halves of equal size with equal margins', async () => {
  const jpeg = await draw();

  expect(jpeg.type).toBe('image/jpeg');
  expect(strokes.canvas).toMatchObject({ width: 1908, height: 1406, quality: 0.88 });
  expect(strokes.grounds[0]).toEqual({ color: 'ivory', at: [0, 0, 1908, 1406] });
  expect(strokes.pictures).toEqual([
    // The photo is taller than its half, so its top and bottom are cropped equally.
    { clip: [36, 36, 900, 1200], at: [36, -39], turn: 0, size: [900, 1350], smoothing: 'high', alpha: 1 },
    { clip: [972, 36, 900, 1200], at: [972, 36], turn: 0, size: [900, 1200], smoothing: 'high', alpha: 1 },
  ]);
  // Behind each half is a shade, which is visible where a photo does not cover its half.
  expect(strokes.shades).toEqual(
    [36, 972].map(left => ({ color: 'black', alpha: 0.12, at: [left, 36, 900, 1200] })),
  );
  expect(decoded.open).toBe(0);
});

test('the comparison draws the photo at the given placement', async () => {
  await draw({ placement: { x: 0.25, y: -0.5, width: 1.5, turn: 0.3 } });

  expect(strokes.pictures[0]).toMatchObject({
    clip: [36, 36, 900, 1200],
    at: [36 + 225, 36 - 450],
    turn: 0.3,
    size: [1350, 2025],
  });
  expect(strokes.pictures[1]).toMatchObject({ at: [972, 36], turn: 0 });
});

test('each half of the comparison has its name below, and the AI label has the legal height of 1/20', async () => {
  await draw();

  const [before, after, label] = strokes.texts;
  // On the fake canvas, capital letters are 0.7 of the font size high.
  expect(before).toEqual({ text: 'Photo', font: '500 53px Sans', color: 'black', at: [36, 1358] });
  expect(after).toEqual({ text: 'Picture', font: '500 53px Sans', color: 'black', at: [972, 1358] });
  expect(label).toEqual({
    text: 'Made by AI',
    font: '500 106px Sans',
    color: 'black',
    at: [1872 - 530, 1358],
  });
  expect((106 * 0.7) / 1406).toBeGreaterThan(1 / 20);
});

test('in the drawn comparison, an AI label that does not fit beside the names gets its own line', async () => {
  await draw({ words: { ...words, label: 'Made by an AI model' } });

  const { width, height } = strokes.canvas;
  const [before, , label] = strokes.texts;
  expect([width, height]).toEqual([1908, 1627]);
  expect(before?.at).toEqual([36, 1377]);
  expect(label).toMatchObject({ font: '500 122px Sans', at: [1872 - 1159, 1572] });
});

test.each([
  ['makes another type of file', new Blob(['PNG'], { type: 'image/png' })],
  ['lacks the memory', null],
])('if a browser %s, drawing fails without a JPEG', async (_, made) => {
  strokes.canvas.made = made;
  await expect(draw()).rejects.toThrow('no JPEG');
});

const ratio = 3 / 4;

/** Makes eye positions `apart` px apart with the centre (x, y), tilted by `tilt` degrees. */
function picture(
  width: number,
  height: number,
  { x, y, apart, tilt = 0 }: { x: number; y: number; apart: number; tilt?: number },
): Eyes {
  const angle = (tilt * Math.PI) / 180;
  const [across, down] = [(Math.cos(angle) * apart) / 2, (Math.sin(angle) * apart) / 2];
  return { width, height, leftEye: { x: x - across, y: y - down }, rightEye: { x: x + across, y: y + down } };
}

/** Returns the position in the frame at which CSS and the canvas would show a point of the picture. */
function inFrame({ x, y, width, turn }: Placement, { width: whole }: Eyes, point: { x: number; y: number }) {
  const [across, down] = [(point.x * width) / whole, (point.y * width) / whole];
  return {
    x: x + across * Math.cos(turn) - down * Math.sin(turn),
    y: y + across * Math.sin(turn) + down * Math.cos(turn),
  };
}

const pic = picture(768, 1024, { x: 400, y: 420, apart: 140 });

test.each([
  ['an upright photo of another size', picture(1536, 2048, { x: 700, y: 900, apart: 330 }), pic],
  ['a wide photo', picture(2048, 1365, { x: 900, y: 500, apart: 210 }), pic],
  ['a tilted head', picture(1000, 1000, { x: 480, y: 520, apart: 170, tilt: 20 }), pic],
  [
    'a picture of another shape than the frame',
    picture(1000, 1000, { x: 480, y: 520, apart: 170 }),
    picture(1024, 1024, { x: 500, y: 400, apart: 190, tilt: 5 }),
  ],
])('the eyes of %s are placed on the eyes of the picture', (_, photo, pic) => {
  const placement = alignEyes(photo, pic, ratio)!;
  const filled = fillFrame(pic, ratio);
  for (const eye of ['leftEye', 'rightEye'] as const) {
    const at = inFrame(placement, photo, photo[eye]);
    const wanted = inFrame(filled, pic, pic[eye]);
    expect(at.x).toBeCloseTo(wanted.x, 10);
    expect(at.y).toBeCloseTo(wanted.y, 10);
  }
});

test.each([
  ['a photo whose eyes are nearly at one place', picture(768, 1024, { x: 400, y: 400, apart: 5 }), pic],
  [
    'a picture whose eyes are nearly at one place',
    picture(768, 1024, { x: 400, y: 420, apart: 140 }),
    picture(768, 1024, { x: 400, y: 400, apart: 5 }),
  ],
  ['coordinates that are not numbers', picture(768, 1024, { x: Number.NaN, y: 400, apart: 100 }), pic],
  ['a face of a crowd, seven times enlarged', picture(768, 1024, { x: 400, y: 400, apart: 20 }), pic],
  [
    'a face that would be seven times smaller',
    picture(768, 1024, { x: 400, y: 400, apart: 450 }),
    picture(768, 1024, { x: 400, y: 400, apart: 60 }),
  ],
  [
    'a face that would leave most of the frame empty',
    picture(768, 1024, { x: 384, y: 400, apart: 300 }),
    picture(768, 1024, { x: 384, y: 400, apart: 120 }),
  ],
  ['a photo with a head on its side', picture(1024, 1024, { x: 500, y: 500, apart: 100, tilt: 50 }), pic],
])('the app does not align %s', (_, photo, pic) => {
  expect(alignEyes(photo, pic, ratio)).toBeNull();
});

test.each([
  ['of the same shape', { width: 768, height: 1024 }, { x: 0, y: 0, width: 1 }],
  ['that is wider', { width: 2000, height: 1000 }, { x: -5 / 6, y: 0, width: 8 / 3 }],
  ['that is higher', { width: 500, height: 1000 }, { x: 0, y: -1 / 3, width: 1 }],
])('a picture %s fills the frame and is centred', (_, size, { x, y, width }) => {
  const filled = fillFrame(size, ratio);
  expect(filled.x).toBeCloseTo(x, 10);
  expect(filled.y).toBeCloseTo(y, 10);
  expect(filled.width).toBeCloseTo(width, 10);
  expect(filled.turn).toBe(0);
});
