import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawLabel } from '../../../server/labels/draw-label.ts';
import { tryOnMark } from '../../../server/try-ons/draw-user.ts';

const picture = { width: 320, height: 427 };
const right = { x: 250, y: 300, width: 70, height: 127 };

test.each([
  ['en', []],
  ['zh', []],
  ['en', [right]],
  ['zh', [right]],
] as const)(
  'the eye stands beside the standard label in %s, whose corner depends on faces: %j',
  async (language, faces) => {
    const [label] = drawLabel({ ...picture, faces: [...faces] }, { mark: 'standard', language });
    const eye = tryOnMark(picture, label);
    const { width } = await sharp(label!.input as Buffer).metadata();
    const isLeftOfIt = eye.left! + 72 <= label!.left!;
    expect(isLeftOfIt || eye.left! >= label!.left! + width).toBe(true);
  },
);
