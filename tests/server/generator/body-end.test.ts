import { expect, test } from 'vitest';
import { bodyEnd } from '../../../server/generator/portrait/body-end.ts';

/** A picture of ten eye distances each way, three of them above the eyes; places are told in eye distances from these. */
const size = { width: 640, height: 640 };
const eyeDistance = 64;
const eyes = { x: 320, y: 192 };

interface Part {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const body = { left: -2, right: 2, top: -2, bottom: 7 };

function drawn(...parts: Part[]): Float32Array {
  const plane = new Float32Array(size.width * size.height);
  const at = (distance: number) => Math.round(distance * eyeDistance);
  for (const { left, right, top, bottom } of parts)
    for (let y = eyes.y + at(top); y < eyes.y + at(bottom); y++)
      plane.fill(1, y * size.width + eyes.x + at(left), y * size.width + eyes.x + at(right));
  return plane;
}

/** How far below the eyes the body ends, in eye distances, when only the mask with arms has a part. */
function endWith(part: Part): number {
  const planes = { plain: drawn(body), withArms: drawn(body, part) };
  return (bodyEnd(planes, size, { eyes, eyeDistance }) - eyes.y) / eyeDistance;
}

test('where an arm was lost, the body ends with what is surely seen', () => {
  expect(endWith({ left: 2, right: 2.6, top: 3, bottom: 3.9 })).toBeCloseTo(3.9, 1);
});

test.each([
  ['what both masks have', body],
  ['a thin edge', { left: 2, right: 2.1, top: 3, bottom: 3.9 }],
  ['a small spot', { left: 2, right: 2.2, top: 3, bottom: 3.2 }],
  ['hair beside the neck', { left: 2, right: 3, top: 1, bottom: 2.3 }],
])('%s does not end it', (_, part) => {
  expect(endWith(part)).toBe(7);
});
