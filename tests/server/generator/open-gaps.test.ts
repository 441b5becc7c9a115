import { expect, it } from 'vitest';
import { openGaps } from '../../../server/generator/portrait/open-gaps.ts';

const size = { width: 320, height: 320 };
const face = { eyes: { x: 160, y: 180 }, eyeDistance: 60 };
const white = [238, 232, 228];

/** Hair around a face, with a gap of 14 pixels at its left that shows the ground, and a speck of light at its right. */
function photographed(hair: number[], ground: number[]) {
  const rgb = new Uint8Array(size.width * size.height * 3);
  const opacity = new Float32Array(size.width * size.height);
  for (let at = 0; at < opacity.length; at++) {
    const [x, y] = [at % size.width, Math.floor(at / size.width)];
    const isHead = Math.hypot(x - 160, y - 180) < 100;
    const isGap = Math.hypot(x - 74, y - 170) < 7;
    const isSpeck = x === 244 && Math.abs(y - 170) < 7;
    opacity[at] = isHead ? 1 : 0;
    rgb.set(!isHead || isGap || isSpeck ? ground : hair, at * 3);
  }
  return { opacity, pixels: { ...size, rgb } };
}

function opened(hair: number[], ground: number[]) {
  const { opacity, pixels } = photographed(hair, ground);
  const open = openGaps(opacity, pixels, face);
  return (x: number, y: number) => open[y * size.width + x]!;
}

it('a gap between curls is opened where it shows a plain ground unlike hair; light on hair is not', () => {
  const at = opened([92, 66, 48], white);

  expect(at(74, 170)).toBeLessThan(0.1);
  expect(at(78, 173)).toBeLessThan(0.1);
  for (const [x, y] of [
    [90, 170],
    [74, 185],
    [244, 170],
    [230, 170],
    [160, 90],
  ] as const)
    expect(at(x, y), `${x} ${y}`).toBe(1);
});

it('hair like the ground stays whole', () => {
  for (const [hair, ground] of [
    [
      [40, 34, 30],
      [24, 22, 22],
    ],
    [[226, 220, 214], white],
  ] as const) {
    const at = opened([...hair], [...ground]);
    for (const [x, y] of [
      [74, 170],
      [244, 170],
      [70, 200],
      [160, 90],
    ] as const)
      expect(at(x, y), `${x} ${y}`).toBe(1);
  }
});
