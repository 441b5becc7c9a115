import sharp from 'sharp';
import { expect, test } from 'vitest';
import { bodyEnd } from '../../../server/generator/portrait/body-end.ts';
import { cutOut } from '../../../server/generator/portrait/cut-out.ts';
import { openGaps } from '../../../server/generator/portrait/open-gaps.ts';
import { splitPerson } from '../../../server/generator/portrait/split-person.ts';
import { findSubjects } from '../../../server/generator/vision/find-subjects.ts';
import { readPixels } from '../../../server/generator/vision/pixels.ts';
import { someOf } from '../../support/some-of.ts';
import { aPhoto } from './a-photo.ts';
import { inPhoto } from './small-pics.ts';

test('the cut-out removes the background behind the shoulder and keeps what the person holds', async () => {
  const photo = await readPixels(await aPhoto());
  const [subject] = await findSubjects(photo);
  const { rgba, width, eyes } = await cutOut(photo, subject!);
  const [left, right] = [subject!.mesh.points[33]!, subject!.mesh.points[263]!];
  const x0 = (left.x + right.x) / 2 - eyes.x;
  const y0 = (left.y + right.y) / 2 - eyes.y;
  const opacityAt = ([x, y]: [number, number]) =>
    rgba[(Math.round(y - y0) * width + Math.round(x - x0)) * 4 + 3];

  const behind: [number, number][] = [
    [362, 308],
    [364, 316],
    [390, 310],
    [330, 220],
    [120, 160],
  ];
  const shoulder: [number, number][] = [
    [345, 320],
    [300, 230],
    [150, 220],
  ];
  const helmet: [number, number][] = [
    [390, 350],
    [360, 400],
    [480, 430],
  ];
  for (const place of behind) expect(opacityAt(place), `${place}`).toBeLessThan(40);
  for (const place of [...shoulder, ...helmet]) expect(opacityAt(place), `${place}`).toBeGreaterThan(215);
});

test('letters on a wall next to the hair are removed, even if the wall has the colour of the hair', async () => {
  const photo = await readPixels(await aPhoto(photo => photo.resize(1024)));
  const [subject] = await findSubjects(photo);
  const person = await cutOut(photo, subject!);
  const { width, height } = person;
  const raw = { width, height, channels: 4 } as const;
  const wall = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <pattern id="letters" width="60" height="90" patternUnits="userSpaceOnUse">
      <path d="M0 0h60v90h-60z" fill="#6b5a33"/><path d="M12 8h36v74h-36z" fill="#fff"/></pattern>
    <path d="M0 0h${width}v${height}h-${width}z" fill="url(#letters)"/></svg>`;
  const atWall = await readPixels(
    await sharp(Buffer.from(wall))
      .composite([{ input: Buffer.from(person.rgba), raw }])
      .png()
      .toBuffer(),
  );
  const [again] = await findSubjects(atWall);
  const found = await cutOut(atWall, again!);

  const near = await sharp(person.rgba, { raw }).extractChannel(3).blur(2).raw().toBuffer();
  // Both cut-outs start at the top of the photo, but their left edges may differ, so align the eyes.
  const aside = Math.round(person.eyes.x - found.eyes.x);
  const chin = Math.round(person.eyes.y + person.eyeDistance);
  let outside = 0;
  for (let y = 0; y < chin; y++) {
    for (let x = 0; x < found.width; x++) {
      if (near[y * width + x + aside] === 0 && found.rgba[(y * found.width + x) * 4 + 3]! > 100) outside++;
    }
  }
  expect(outside / person.eyeDistance ** 2).toBeLessThan(0.05);
});

/**
 * A flat-coloured figure (SVG; the unit is the eye distance) over the portrait's face, with a neck and with hair down
 * to the jaw on the left.
 */
const figureWith = ({ hair = '#7d5a41', neck = '#966449', behind = '' }) => `${behind}
  <path d="M-2 5 V2.2 Q-1.6 1.9 -0.6 1.7 H0.6 Q1.6 1.9 2 2.2 V5 Z" fill="#e8e6e4"/>
  <path d="M-0.78 0.7 L-0.8 1.75 Q0 2.1 0.6 1.75 V0.7 Z" fill="${neck}"/>
  <path d="M-1.15 -0.4 Q-1.1 -1.5 0 -1.5 Q1.1 -1.5 1.15 -0.4 L1.1 0.4 H-0.76 V1.1 H-1.1 Z" fill="${hair}"/>
  <ellipse cy="0.3" rx="0.78" ry="1.05" fill="#d2a188"/>`;

/** Splits the figure. Returns a function that says how much (0 to 255) a place belongs to the head. */
async function splitOf(figure: string) {
  const { cutOut } = await inPhoto(await aPhoto());
  const { width, height, eyes, eyeDistance } = cutOut;
  const svg = `<svg width="${width}" height="${height}"><g transform="translate(${eyes.x} ${eyes.y}) scale(${eyeDistance})">${figure}</g></svg>`;
  const rgba = new Uint8Array(await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer());
  const split = await splitPerson({ ...cutOut, rgba });

  return (right: number, down: number) => {
    const x = Math.round((eyes.x + right * eyeDistance) * split.scale);
    const y = Math.round((eyes.y + down * eyeDistance) * split.scale);
    return split.parts[(y * split.width + x) * 2]!;
  };
}

const darkThing = '<path d="M1 0 Q1.6 -0.5 2.1 0 V3 H1 Z" fill="#2c2a2c"/>';
const collar = '<path d="M0.55 0.7 L1.15 0.9 L1.3 2.2 H0.5 Z" fill="#e8e6e4"/>';
const besideNeck = { rights: [-0.7, -0.6, -0.5], downs: [1.2, 1.3, 1.4, 1.5] };

test.each(
  someOf(3, [
    ['a neck in shade, nearer to the hair’s colour than to the face’s', { neck: '#966449' }, besideNeck],
    [
      'something dark behind a person with light hair',
      { hair: '#9c9a96', behind: darkThing },
      { rights: [1.3, 1.6], downs: [0.7, 0.9, 1.1] },
    ],
    [
      'a white collar below white hair',
      { hair: '#e4e2df', behind: collar },
      { rights: [1], downs: [1.7, 1.9] },
    ],
    ['a neck in the colour of hair that ends above it', { neck: '#85603f' }, besideNeck],
  ] as const),
)('%s does not count as hair', async (_, figure, { rights, downs }) => {
  const headAt = await splitOf(figureWith(figure));

  expect(headAt(-0.9, 0.4)).toBeGreaterThan(200);
  for (const down of downs)
    for (const right of rights) expect(headAt(right, down), `${right} ${down}`).toBeLessThan(20);
});

/** The midpoint between the eyes in the portrait, and the eye distance, in px. */
const inPortrait = { x: 225, y: 102, distance: 63 };

const finger = (path: string) =>
  `<path d="${path}" stroke="#7a4a36" stroke-width="0.25"/><path d="${path}" stroke="#dca88c" stroke-width="0.21"/>`;

/** A drawn hand with the wrist at (0, 0) and the fingers up, about one eye distance wide. */
const HAND = `<g fill="none" stroke-linecap="round">
  <path d="M-0.32 1.6 L-0.3 0 H0.3 L0.32 1.6 Z" fill="#d6a186" stroke="#7a4a36" stroke-width="0.02"/>
  ${['M-0.33 -0.8 L-0.5 -1.45', 'M-0.11 -0.85 L-0.16 -1.75', 'M0.12 -0.85 L0.14 -1.85', 'M0.34 -0.8 L0.46 -1.65', 'M0.3 -0.2 L0.82 -0.85'].map(finger).join('')}
  <rect x="-0.46" y="-0.95" width="0.92" height="1.05" rx="0.25" fill="#dca88c"/>
  <path d="M-0.3 -0.55 Q0 -0.75 0.35 -0.55 M-0.35 -0.35 Q0 -0.5 0.2 -0.2 M0.3 -0.75 Q0 -0.3 0.2 0" stroke="#b57e64" stroke-width="0.03"/></g>`;

/**
 * The quality (0 to 1) of splitting head and body if a hand is drawn on the portrait. `right` and `down` are the
 * wrist's offset from the eyes, in eye distances.
 */
async function qualityWith(right: number, down: number, degrees: number): Promise<number> {
  const { x, y, distance } = inPortrait;
  const place = `translate(${x + right * distance} ${y + down * distance}) rotate(${degrees}) scale(${0.85 * distance})`;
  const svg = Buffer.from(`<svg width="512" height="512"><g transform="${place}">${HAND}</g></svg>`);
  const photo = await aPhoto(portrait => portrait.composite([{ input: svg }]));
  const { cutOut } = await inPhoto(photo);
  return cutOut.split.quality;
}

test.each(
  someOf(2, [
    ['at the right cheek', false, 0.7, 1.6, -25],
    ['next to the head', true, 2.1, 3.4, 20],
    ['at the left cheek', false, -0.8, 1.7, 10],
    ['in front of the mouth', false, 0, 1.9, 0],
    ['low in front of the chest', true, 0.5, 5.5, 0],
  ] as const),
)('a person with a hand %s may get new clothes: %s', async (_, mayGet, right, down, degrees) => {
  const quality = await qualityWith(right, down, degrees);
  if (mayGet) expect(quality).toBeGreaterThan(0.5);
  else expect(quality).toBe(0);
});

const headSize = { width: 320, height: 320 };
const face = { eyes: { x: 160, y: 180 }, eyeDistance: 60 };
const white = [238, 232, 228];

/**
 * Makes the gaps in a head's hair transparent; returns a function for the opacity at a place. The hair has a gap of
 * 14 px on the left, which shows the background, and a bright speck on the right.
 */
function opened(hair: readonly number[], ground: readonly number[]) {
  const rgb = new Uint8Array(headSize.width * headSize.height * 3);
  const opacity = new Float32Array(headSize.width * headSize.height);
  for (let at = 0; at < opacity.length; at++) {
    const [x, y] = [at % headSize.width, Math.floor(at / headSize.width)];
    const isHead = Math.hypot(x - 160, y - 180) < 100;
    const isGap = Math.hypot(x - 74, y - 170) < 7;
    const isSpeck = x === 244 && Math.abs(y - 170) < 7;
    opacity[at] = isHead ? 1 : 0;
    rgb.set(!isHead || isGap || isSpeck ? ground : hair, at * 3);
  }
  const open = openGaps(opacity, { ...headSize, rgb }, face);
  return (x: number, y: number) => open[y * headSize.width + x]!;
}

test('a gap between curls becomes transparent if it shows a plain background; a highlight on the hair does not', () => {
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

test('hair in the colour of the background stays opaque', () => {
  for (const [hair, ground] of [
    [
      [40, 34, 30],
      [24, 22, 22],
    ],
    [[226, 220, 214], white],
  ] as const) {
    const at = opened(hair, ground);
    for (const [x, y] of [
      [74, 170],
      [244, 170],
      [70, 200],
      [160, 90],
    ] as const)
      expect(at(x, y), `${x} ${y}`).toBe(1);
  }
});

/** A picture of 10 × 10 eye distances, with the eyes 3 below its top. Offsets from the eyes are in eye distances. */
const bodySize = { width: 640, height: 640 };
const bodyEyes = { eyes: { x: 320, y: 192 }, eyeDistance: 64 };

type Part = Record<'left' | 'right' | 'top' | 'bottom', number>;

const body = { left: -2, right: 2, top: -2, bottom: 7 };

function drawn(...parts: Part[]): Float32Array {
  const { eyes, eyeDistance } = bodyEyes;
  const plane = new Float32Array(bodySize.width * bodySize.height);
  const at = (distance: number) => Math.round(distance * eyeDistance);
  for (const { left, right, top, bottom } of parts)
    for (let y = eyes.y + at(top); y < eyes.y + at(bottom); y++)
      plane.fill(1, y * bodySize.width + eyes.x + at(left), y * bodySize.width + eyes.x + at(right));
  return plane;
}

/** The distance from the eyes to the body's lower end, if only the mask with arms contains `part`. */
function endWith(part: Part): number {
  const planes = { plain: drawn(body), withArms: drawn(body, part) };
  return (bodyEnd(planes, bodySize, bodyEyes) - bodyEyes.eyes.y) / bodyEyes.eyeDistance;
}

test('if the plain mask lacks an arm, the body ends where the missing arm ends', () => {
  expect(endWith({ left: 2, right: 2.6, top: 3, bottom: 3.9 })).toBeCloseTo(3.9, 1);
});

test.each([
  ['a part in both masks', body],
  ['a thin edge', { left: 2, right: 2.1, top: 3, bottom: 3.9 }],
  ['a small spot', { left: 2, right: 2.2, top: 3, bottom: 3.2 }],
  ['hair next to the neck', { left: 2, right: 3, top: 1, bottom: 2.3 }],
])('%s does not shorten the body', (_, part) => {
  expect(endWith(part)).toBe(7);
});
