import sharp from 'sharp';
import { expect, it } from 'vitest';
import { splitPerson } from '../../../server/generator/portrait/split-person.ts';
import { someOf } from '../../support/some-of.ts';
import { aPhoto } from './a-photo.ts';
import { inPhoto } from './small-pics.ts';

/** Somebody in flat colours on the face of the portrait, in eye distances: hair to the jaw on the left, and a neck below it. */
const figureWith = ({ hair = '#7d5a41', neck = '#966449', behind = '' }) => `${behind}
  <path d="M-2 5 V2.2 Q-1.6 1.9 -0.6 1.7 H0.6 Q1.6 1.9 2 2.2 V5 Z" fill="#e8e6e4"/>
  <path d="M-0.78 0.7 L-0.8 1.75 Q0 2.1 0.6 1.75 V0.7 Z" fill="${neck}"/>
  <path d="M-1.15 -0.4 Q-1.1 -1.5 0 -1.5 Q1.1 -1.5 1.15 -0.4 L1.1 0.4 H-0.76 V1.1 H-1.1 Z" fill="${hair}"/>
  <ellipse cy="0.3" rx="0.78" ry="1.05" fill="#d2a188"/>`;

/** Splits such a figure; how much (0 to 255) of a place is head (0) or neck (1). */
async function splitOf(figure: string) {
  const { cutOut } = await inPhoto(await aPhoto());
  const { width, height, eyes, eyeDistance } = cutOut;
  const svg = `<svg width="${width}" height="${height}"><g transform="translate(${eyes.x} ${eyes.y}) scale(${eyeDistance})">${figure}</g></svg>`;
  const rgba = new Uint8Array(await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer());
  const split = await splitPerson({ ...cutOut, rgba });

  return (right: number, down: number, part: 0 | 1) => {
    const x = Math.round((eyes.x + right * eyeDistance) * split.scale);
    const y = Math.round((eyes.y + down * eyeDistance) * split.scale);
    return split.parts[(y * split.width + x) * 2 + part]!;
  };
}

it.each(
  someOf(1, [
    ['a neck in shade, whose colour is nearer to hair than to the face', '#966449'],
    ['a neck of the colour of hair that ends above it', '#85603f'],
  ] as const),
)('not hair: %s', async (_, neck) => {
  const partAt = await splitOf(figureWith({ neck }));

  expect(partAt(-0.9, 0.8, 0)).toBeGreaterThan(200);
  for (const down of [1.2, 1.3, 1.4, 1.5]) {
    for (const right of [-0.7, -0.6, -0.5])
      expect(partAt(right, down, 0), `${right} ${down}`).toBeLessThan(20);
    expect(partAt(-0.5, down, 1)).toBeGreaterThan(100);
  }
});

it('not hair: what is darker than hair, and stands behind it', async () => {
  const behind = '<path d="M1 0 Q1.6 -0.5 2.1 0 V3 H1 Z" fill="#2c2a2c"/>';
  const partAt = await splitOf(figureWith({ hair: '#9c9a96', behind }));

  expect(partAt(-0.9, 0.8, 0)).toBeGreaterThan(200);
  for (const down of [0.7, 0.9, 1.1])
    for (const right of [1.3, 1.6]) expect(partAt(right, down, 0), `${right} ${down}`).toBeLessThan(20);
});
