import { expect, it } from 'vitest';
import { createCanvas } from '../../../server/generator/filters/canvas.ts';
import type { Plane } from '../../../server/generator/filters/filter-memory.ts';
import type { Tensor } from '../../../server/generator/filters/flow.ts';
import { formGuide } from '../../../server/generator/portrait/form-guide.ts';

const canvas = createCanvas(96, 48);
const plane = (length: number, value = 0): Plane => ({ at: 0, data: new Float32Array(length).fill(value) });

/** The nearer half of a ball, in a grid of points around the middle of the canvas. */
function ball(radius: number) {
  const steps = Array.from({ length: 21 }, (_, at) => ((at - 10) / 10) * radius);
  const points = steps
    .flatMap(y => steps.map(x => ({ x, y })))
    .filter(({ x, y }) => Math.hypot(x, y) < radius);
  return {
    points: points.map(({ x, y }) => ({ x: 48 + x, y: 64 + y })),
    depths: Float32Array.from(points, ({ x, y }) => -Math.sqrt(radius ** 2 - x ** 2 - y ** 2)),
  };
}

function ledBy(face: Plane, features: Plane) {
  const length = canvas.small.width * canvas.small.height;
  const tensor: Tensor = [plane(length), plane(length), plane(length)];
  formGuide({ surface: ball(40), face, features })(tensor, canvas);
  return (x: number, y: number) => tensor.map(({ data }) => data[(y / 2) * canvas.small.width + x / 2]!);
}

it('leads strokes around a form: across what rises, nowhere where it is level, on features or beside the face', () => {
  const everywhere = plane(canvas.pixels, 1);
  const nowhere = plane(canvas.pixels);
  const at = ledBy(everywhere, nowhere);

  const [besideX, , besideY] = at(78, 64);
  expect(besideX).toBeGreaterThan(1e-3);
  expect(besideY).toBeLessThan(besideX! / 50);
  const [belowX, , belowY] = at(48, 94);
  expect(belowY).toBeGreaterThan(1e-3);
  expect(belowX).toBeLessThan(belowY! / 50);
  const [, slanting] = at(70, 86);
  expect(slanting).toBeGreaterThan(3e-4);
  expect(at(48, 64)).toEqual([0, 0, 0]);

  expect(ledBy(everywhere, everywhere)(78, 64)).toEqual([0, 0, 0]);
  expect(ledBy(nowhere, nowhere)(78, 64)).toEqual([0, 0, 0]);
});
