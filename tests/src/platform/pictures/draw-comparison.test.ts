import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
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
