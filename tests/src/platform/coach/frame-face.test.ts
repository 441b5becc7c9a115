import { expect, test } from 'vitest';
import { frameFace } from '../../../../src/flows/photos/passes-coach.ts';

const at = (x: number, y: number) => {
  const point = { x, y };
  const points = { leftEye: point, rightEye: point, nose: point, leftEar: point, rightEar: point };
  return { score: 1, x: x - 50, y: y - 50, width: 100, height: 100, ...points };
};

test.each([
  ['a wide photo moves to the face at its side', at(1200, 300), { width: 1440, height: 600 }, '98% 50%'],
  ['a wide photo with the face in the middle stays', at(720, 300), { width: 1440, height: 600 }, '50% 50%'],
  ['a full-length photo moves to the head', at(300, 150), { width: 600, height: 1440 }, '50% 0%'],
  ['a face far down is followed', at(300, 1300), { width: 600, height: 1440 }, '50% 100%'],
  ['a photo of the shape of its frame is seen whole', at(100, 100), { width: 600, height: 800 }, '50% 50%'],
])('%s', (_, face, size, position) => {
  expect(frameFace(face, size)).toBe(position);
});
