import { expect, it } from 'vitest';
import { someOf } from '../../support/some-of.ts';
import { aPhoto } from './a-photo.ts';
import { inPhoto } from './small-pics.ts';

/** Where the middle between the eyes is in the portrait, and the eye distance, px. */
const eyes = { x: 225, y: 102, distance: 63 };

const finger = (path: string) =>
  `<path d="${path}" stroke="#7a4a36" stroke-width="0.25"/><path d="${path}" stroke="#dca88c" stroke-width="0.21"/>`;

/** A drawn hand, its wrist at 0, 0, fingers upwards, about as wide as the eyes are apart. */
const HAND = `<g fill="none" stroke-linecap="round">
  <path d="M-0.32 1.6 L-0.3 0 H0.3 L0.32 1.6 Z" fill="#d6a186" stroke="#7a4a36" stroke-width="0.02"/>
  ${['M-0.33 -0.8 L-0.5 -1.45', 'M-0.11 -0.85 L-0.16 -1.75', 'M0.12 -0.85 L0.14 -1.85', 'M0.34 -0.8 L0.46 -1.65', 'M0.3 -0.2 L0.82 -0.85'].map(finger).join('')}
  <rect x="-0.46" y="-0.95" width="0.92" height="1.05" rx="0.25" fill="#dca88c"/>
  <path d="M-0.3 -0.55 Q0 -0.75 0.35 -0.55 M-0.35 -0.35 Q0 -0.5 0.2 -0.2 M0.3 -0.75 Q0 -0.3 0.2 0" stroke="#b57e64" stroke-width="0.03"/></g>`;

/** How surely clothes may be drawn on the portrait with a hand whose wrist is here, in eye distances from the eyes. */
async function qualityWith(right: number, down: number, degrees: number): Promise<number> {
  const { x, y, distance } = eyes;
  const place = `translate(${x + right * distance} ${y + down * distance}) rotate(${degrees}) scale(${0.85 * distance})`;
  const svg = Buffer.from(`<svg width="512" height="512"><g transform="${place}">${HAND}</g></svg>`);
  const photo = await aPhoto(portrait => portrait.composite([{ input: svg }]));
  const { cutOut } = await inPhoto(photo);
  return cutOut.split.quality;
}

it.each(
  someOf(1, [
    ['at a cheek', 0.7, 1.6, -25],
    ['at the other', -0.8, 1.7, 10],
    ['before the mouth', 0, 1.9, 0],
  ] as const),
)('a hand keeps its arm, and the person their clothes: %s', async (_, right, down, degrees) => {
  expect(await qualityWith(right, down, degrees)).toBe(0);
});

it.each(
  someOf(1, [
    ['beside the head', 2.1, 3.4, 20],
    ['low before the chest', 0.5, 5.5, 0],
  ] as const),
)('a hand that touches neither head nor neck goes with the clothes: %s', async (_, right, down, degrees) => {
  expect(await qualityWith(right, down, degrees)).toBeGreaterThan(0.5);
});
