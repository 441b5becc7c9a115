import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCanvas } from '../../../server/generator/filters/canvas.ts';
import type { Plane } from '../../../server/generator/filters/filter-memory.ts';
import { FilterPool } from '../../../server/generator/filters/filter-pool.ts';
import { gaussian } from '../../../server/generator/filters/math.ts';
import { Painter } from '../../../server/generator/filters/painter.ts';
import { readPixels } from '../../../server/generator/vision/pixels.ts';
import { portrait } from './a-photo.ts';

const [width, height] = [64, 48];
const count = width * height;
let pool: FilterPool;
let picture: Plane;
let luminance: Plane;
let flow: Record<'x' | 'y' | 'anisotropy', Plane>;

beforeAll(async () => {
  pool = await FilterPool.open(2);
  const face = portrait()
    .extract({ left: 160, top: 60, width: 256, height: 192 })
    .resize(width, height)
    .png();
  const { rgb } = await readPixels(new Uint8Array(await face.toBuffer()));
  picture = pool.memory.take(count * 4);
  picture.data.set(Array.from({ length: count * 4 }, (_, at) => rgb[(at >> 2) * 3 + (at & 3)] ?? 0));
  luminance = pool.memory.take(count);
  await pool.run('luminance', [picture.at, luminance.at, width], height);

  const tensor = [0, 1, 2].map(() => pool.memory.take(count));
  await pool.run('structureTensor', [picture.at, ...tensor.map(({ at }) => at), width, height], height);
  flow = { x: pool.memory.take(count), y: pool.memory.take(count), anisotropy: pool.memory.take(count) };
  await pool.run(
    'tangents',
    [...tensor, flow.x, flow.y, flow.anisotropy].map(({ at }) => at).concat(width),
    height,
  );
});
afterAll(() => pool.close());

function kept(values: Float32Array): Plane {
  const plane = pool.memory.take(values.length);
  plane.data.set(values);
  return plane;
}

/** Mean, deviation and three sample values of a plane. In a picture the fourth channel is ignored. */
function digest({ data }: Plane): number[] {
  const isPicture = data.length === count * 4;
  const values = data.filter((_, at) => !isPicture || at % 4 !== 3);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  const places = [0.3, 0.5, 0.8].map(share => values[Math.floor(values.length * share)]!);
  return [mean, Math.sqrt(variance), ...places].map(value => Number(value.toPrecision(4)));
}

const at = (planes: Plane[]) => planes.map(plane => plane.at);
const line = () => kept(gaussian(4, 8).slice(8));

async function filtered(name: string, from: Plane, more: Plane[], numbers: number[]): Promise<Plane> {
  const target = kept(from.data);
  await pool.run(name, [...at([from, target, flow.x, flow.y, ...more]), ...numbers, width, height], height);
  return target;
}

async function blurred(deviation: number): Promise<Plane> {
  const kernel = gaussian(deviation);
  const [rows, target, weights] = [kept(luminance.data), kept(luminance.data), kept(kernel)];
  const radius = (kernel.length - 1) / 2;
  await pool.run('blurRows', [luminance.at, rows.at, weights.at, radius, width], height);
  await pool.run('blurColumns', [rows.at, target.at, weights.at, radius, width, height], height);
  return target;
}

function kuwahara(radius: number): Promise<Plane> {
  const radii = kept(new Float32Array(count).fill(radius));
  const falloff = kept(Float32Array.from({ length: 256 }, (_, at) => Math.exp((-3.125 * at) / 255)));
  return filtered('kuwahara', picture, [flow.anisotropy, radii, falloff], []);
}

async function resized(source: Plane, from: [number, number], to: [number, number]): Promise<Plane> {
  const target = pool.memory.take(to[0] * to[1] * 4);
  await pool.run('resizePicture', [source.at, ...from, target.at, ...to], to[1]);
  return target;
}

async function enlarged(stride: number): Promise<Plane> {
  const small = await resized(picture, [width, height], [width / 2, height / 2]);
  const target = kept(picture.data);
  const directions = at([flow.x, flow.y, flow.anisotropy, kept(gaussian(2, 4))]);
  const numbers = [small.at, width / 2, height / 2, target.at, ...directions, 4, stride, width, height];
  await pool.run('enlargeAlongFlow', numbers, height);
  return target;
}

// Recorded on 2026-11-30, when they agreed within 1/255 with TypeScript filters written from the original papers.
test.each<[string, () => Plane | Promise<Plane>, number[]]>([
  ['brightness', () => luminance, [0.5649, 0.307, 0.6301, 0.005094, 0.005094]],
  ['directions', () => flow.x, [-0.4124, 0.5285, 0.1977, -0.9965, 0.01476]],
  ['the certainty of directions', () => flow.anisotropy, [0.9531, 0.1072, 0.9917, 1, 0.9895]],
  ['a blur', () => blurred(4), [0.5622, 0.229, 0.5193, 0.3463, 0.1168]],
  ['strokes one pixel wide', () => kuwahara(1), [142.3, 80.13, 155, 2, 1]],
  ['thin strokes', () => kuwahara(2.6), [142.6, 80.31, 153.4, 1.293, 1.575]],
  ['broad strokes', () => kuwahara(6), [143.2, 79.97, 149.5, 1.76, 0.4581]],
  [
    'lines across the flow',
    () => {
      const weights = gaussian(1.5, 6).map((weight, at) => weight - 0.98 * gaussian(2.4, 6)[at]!);
      return filtered('acrossFlow', luminance, [kept(weights)], [6]);
    },
    [0.01138, 0.03268, 0.04643, -0.0807, -0.007567],
  ],
  [
    'strokes along the flow',
    () => filtered('alongFlow', luminance, [line()], [8]),
    [0.564, 0.2957, 0.619, 0.06778, 0.005219],
  ],
  [
    'noise along the flow',
    () => filtered('smearAlongFlow', luminance, [line()], [8, 1]),
    [0.5439, 0.2993, 0.6097, 0.04155, 0.004744],
  ],
  [
    'noise along the flow, from every third pixel',
    () => filtered('smearAlongFlow', luminance, [line()], [8, 3]),
    [0.5145, 0.2521, 0.5246, 0.2433, 0.08624],
  ],
  ['an enlarged picture', () => enlarged(0), [142.3, 75.17, 146.5, 30.19, 4.875]],
  ['enlarged strokes', () => enlarged(1), [141.9, 69.57, 126.8, 35.92, 11.25]],
])('the WebAssembly filter for %s gives the recorded values', async (_, filter, expected) => {
  const plane = await filter();
  // Processors decode the picture slightly differently, so small deviations are allowed.
  const bound = plane.data.length === count * 4 ? 1 : 1 / 255;
  for (const [index, value] of digest(plane).entries())
    expect(Math.abs(value - expected[index]!), `${index}`).toBeLessThan(bound);
});

const canvas = createCanvas(192);

test('a wide blur of an edge differs from the exact blur by less than 1 of 255', async () => {
  const painter = await Painter.open(canvas);
  const deviation = 9.5;
  const edge = painter.plane();
  edge.data.fill(0);
  for (let at = 0; at < canvas.pixels; at++) if (at % canvas.width < 100) edge.data[at] = 1;
  const blurred = await painter.blur(edge, deviation / canvas.scale);

  const kernel = gaussian(deviation);
  const plain = Array.from({ length: canvas.width }, (_, x) =>
    kernel.reduce((sum, weight, at) => (x + at - (kernel.length - 1) / 2 < 100 ? sum + weight : sum), 0),
  );
  const most = blurred.data.reduce(
    (far, value, at) => Math.max(far, Math.abs(value - plain[at % canvas.width]!)),
    0,
  );
  expect(most * 255).toBeLessThan(1);
});

const strokes = { width: 96, height: 128 };
const pixels = strokes.width * strokes.height;
const middle = strokes.width / 2;
const columnOf = (at: number) => at % strokes.width;

/**
 * Paints a picture with a red left half and a green right half over grey. The strokes run horizontally. Wide brushes
 * are allowed only in the upper half.
 */
async function paintedBy(threads: number): Promise<Float32Array> {
  const pool = await FilterPool.open(threads);
  const planes = Array.from({ length: 8 }, (_, at) => pool.memory.take(at < 2 ? pixels * 4 : pixels));
  const [picture, paint, thickness, widest, flowX, flowY, owner] = planes.map(({ data }) => data);
  for (const data of [thickness, flowY, owner]) data!.fill(0);
  flowX!.fill(1);
  paint!.fill(128);
  for (let at = 0; at < pixels; at++) {
    const isLeft = columnOf(at) < middle;
    picture!.set([isLeft ? 200 : 0, isLeft ? 0 : 200, 0, 0], at * 4);
    widest![at] = at < pixels / 2 ? 6 : 1;
  }
  for (const firstBand of [0, 1]) {
    const numbers = [6, 3, 5, 1, firstBand, 16, strokes.width, strokes.height];
    await pool.run('layStrokes', [...planes.map(({ at }) => at), ...numbers], 4);
  }
  await pool.close();
  return paint!.slice();
}

test('strokes stay within their colour’s area and within the area that allows their brush', async () => {
  const paint = await paintedBy(2);
  let [above, painted] = [0, 0];
  for (let at = 0; at < pixels; at++) {
    const [red, green] = [paint[at * 4]!, paint[at * 4 + 1]!];
    // A stroke may cross the edge by half its width, so skip pixels near the edge.
    if (Math.abs(columnOf(at) - middle) < 5) continue;
    if (columnOf(at) < middle) expect(green).toBeLessThan(129);
    else expect(red).toBeLessThan(129);
    const isPainted = Math.abs(red - green) > 50;
    if (at >= pixels * 0.55) expect(isPainted).toBe(false);
    if (at >= pixels * 0.45) continue;
    above += 1;
    if (isPainted) painted += 1;
  }
  expect(painted / above).toBeGreaterThan(0.5);
});

test('the painted strokes do not depend on the number of threads', async () => {
  expect(await paintedBy(3)).toEqual(await paintedBy(1));
});
