import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Plane } from '../../../server/generator/filters/filter-memory.ts';
import { FilterPool } from '../../../server/generator/filters/filter-pool.ts';
import { gaussian } from '../../../server/generator/filters/math.ts';
import { readPixels } from '../../../server/generator/vision/pixels.ts';
import { portrait } from './a-photo.ts';
import { blurTwin, type FlowTwin, kuwaharaTwin, tensorTwin } from './filter-twins.ts';
import { acrossTwin, alongTwin, enlargeTwin, smearTwin } from './flow-twins.ts';

const size = { width: 64, height: 48 };
const { width, height } = size;
const count = width * height;

let pool: FilterPool;
let picture: Plane;
let luminance: Plane;
let flow: Record<keyof FlowTwin, Plane>;

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

const flowTwin = (): FlowTwin => ({ x: flow.x.data, y: flow.y.data, anisotropy: flow.anisotropy.data });

function kept(values: Float32Array): Plane {
  const plane = pool.memory.take(values.length);
  plane.data.set(values);
  return plane;
}

/** The greatest difference of colours (three of four numbers a pixel) or of the numbers of a plane. */
function difference(a: Float32Array, b: Float32Array): number {
  const isPicture = a.length === count * 4;
  return a.reduce((most, value, at) => {
    return isPicture && at % 4 === 3 ? most : Math.max(most, Math.abs(value - b[at]!));
  }, 0);
}

describe('the filters in WebAssembly agree with their twins to less than 1 of 255', () => {
  it('brightness', () => {
    const twin = luminance.data.map((_, at) => {
      const [red, green, blue] = picture.data.subarray(at * 4, at * 4 + 3);
      return (red! * 0.299 + green! * 0.587 + blue! * 0.114) / 255;
    });
    expect(difference(luminance.data, twin) * 255).toBeLessThan(1);
  });

  it.each([0.9, 4, 20])('blur with deviation %f', async deviation => {
    const kernel = gaussian(deviation);
    const [rows, target, weights] = [kept(luminance.data), kept(luminance.data), kept(kernel)];
    const radius = (kernel.length - 1) / 2;
    await pool.run('blurRows', [luminance.at, rows.at, weights.at, radius, width], height);
    await pool.run('blurColumns', [rows.at, target.at, weights.at, radius, width, height], height);

    expect(difference(target.data, blurTwin(luminance.data, size, kernel)) * 255).toBeLessThan(1);
  });

  it('structure tensor, and directions at right angles to the gradient', async () => {
    const tensor = [0, 1, 2].map(() => pool.memory.take(count));
    await pool.run('structureTensor', [picture.at, ...tensor.map(({ at }) => at), width, height], height);
    const twins = tensorTwin(picture.data, size);

    for (const [part, plane] of tensor.entries()) {
      expect(difference(plane.data, twins[part]!) * 255).toBeLessThan(1);
    }
    for (let at = 0; at < count; at++) {
      const [x, y] = [flow.x.data[at]!, flow.y.data[at]!];
      const [xx, xy, yy] = twins.map(twin => twin[at]!) as [number, number, number];
      const along = xx * x * x + 2 * xy * x * y + yy * y * y;
      const smaller = (xx + yy - Math.sqrt((xx - yy) ** 2 + 4 * xy * xy)) / 2;
      expect(Math.hypot(x, y)).toBeCloseTo(1, 4);
      expect(along).toBeCloseTo(smaller, 4);
    }
  });

  it.each([1, 2.6, 6])('brush strokes of radius %f', async radius => {
    const radii = kept(new Float32Array(count).fill(radius));
    const falloff = kept(Float32Array.from({ length: 256 }, (_, at) => Math.exp((-3.125 * at) / 255)));
    const target = kept(picture.data);
    const planes = [picture, target, flow.x, flow.y, flow.anisotropy, radii, falloff].map(({ at }) => at);
    await pool.run('kuwahara', [...planes, width, height], height);

    expect(difference(target.data, kuwaharaTwin(picture.data, flowTwin(), radii.data, size))).toBeLessThan(1);
  });

  it('lines across the flow', async () => {
    const weights = gaussian(1.5, 6).map((weight, at) => weight - 0.98 * gaussian(2.4, 6)[at]!);
    const target = kept(luminance.data);
    const planes = [luminance, target, flow.x, flow.y, kept(weights)].map(({ at }) => at);
    await pool.run('acrossFlow', [...planes, 6, width, height], height);

    const twin = acrossTwin(luminance.data, flowTwin(), weights, size);
    expect(difference(target.data, twin) * 255).toBeLessThan(1);
  });

  it('strokes along the flow', async () => {
    const weights = gaussian(4, 8).slice(8);
    const target = kept(luminance.data);
    const planes = [luminance, target, flow.x, flow.y, kept(weights)].map(({ at }) => at);
    await pool.run('alongFlow', [...planes, 8, width, height], height);

    const twin = alongTwin(luminance.data, flowTwin(), weights, size);
    const far = target.data.filter((value, at) => Math.abs(value - twin[at]!) * 255 >= 1).length;
    // Where a flow line runs along the border of two pixels, rounding decides on which one its next step is taken.
    expect(far / count).toBeLessThan(0.002);
  });

  it.each([1, 2, 3])('noise smeared along the flow, looked at every %i pixels', async stride => {
    const weights = gaussian(4, 8).slice(8);
    const target = kept(luminance.data);
    const planes = [luminance, target, flow.x, flow.y, kept(weights)].map(({ at }) => at);
    await pool.run('smearAlongFlow', [...planes, 8, stride, width, height], height);

    const twin = smearTwin(luminance.data, flowTwin(), { weights, stride }, size);
    const far = target.data.filter((value, at) => Math.abs(value - twin[at]!) * 255 >= 1).length;
    expect(far / count).toBeLessThan(0.002);
  });

  it.each([0, 1])('strokes enlarged along the flow, looked at every %i pixels of it', async stride => {
    const half = { width: width / 2, height: height / 2 };
    const small = pool.memory.take(count);
    await pool.run(
      'resizePicture',
      [picture.at, width, height, small.at, half.width, half.height],
      half.height,
    );
    const weights = gaussian(2, 4);
    const target = kept(picture.data);
    const directions = [flow.x, flow.y, flow.anisotropy, kept(weights)].map(({ at }) => at);
    const numbers = [small.at, half.width, half.height, target.at, ...directions, 4, stride, width, height];
    await pool.run('enlargeAlongFlow', numbers, height);

    const twin = enlargeTwin(small.data, half, flowTwin(), { weights, stride }, size);
    expect(difference(target.data, twin)).toBeLessThan(1);
  });

  it('resizes, there and back', async () => {
    const [small, back] = [pool.memory.take((count * 4) / 4), pool.memory.take(count * 4)];
    await pool.run('resizePicture', [picture.at, width, height, small.at, width / 2, height / 2], height / 2);
    await pool.run('resizePicture', [small.at, width / 2, height / 2, back.at, width, height], height);

    const mean = (data: Float32Array) => data.reduce((sum, value) => sum + value, 0) / data.length;
    expect(Math.abs(mean(back.data) - mean(picture.data))).toBeLessThan(1);
  });
});
