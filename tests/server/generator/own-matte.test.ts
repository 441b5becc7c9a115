import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setMatteFolder, withOwnMatte } from '../../../server/generator/portrait/own-matte.ts';

const size = 64;
const picture = { width: 200, height: 240 };
const head = { eyes: { x: 100, y: 80 }, eyeDistance: 40 };
let folder: string;

/** A network with the opacity `gain` × red / 2. Its weights lie in two files. */
const graph = {
  format: 'graph-model',
  modelTopology: {
    versions: { producer: 1 },
    node: [
      placeholder('picture', [1, size, size, 3]),
      placeholder('gain', []),
      constant('red', [1, 1, 3, 1]),
      constant('half', []),
      {
        name: 'reds',
        op: 'Conv2D',
        input: ['picture', 'red'],
        attr: {
          T: { type: 'DT_FLOAT' },
          strides: { list: { i: ['1', '1', '1', '1'] } },
          dilations: { list: { i: ['1', '1', '1', '1'] } },
          padding: { s: btoa('SAME') },
          data_format: { s: btoa('NHWC') },
        },
      },
      { name: 'scale', op: 'Mul', input: ['gain', 'half'], attr: { T: { type: 'DT_FLOAT' } } },
      { name: 'opacity', op: 'Mul', input: ['reds', 'scale'], attr: { T: { type: 'DT_FLOAT' } } },
    ],
  },
  weightsManifest: [
    { paths: ['red.bin'], weights: [{ name: 'red', shape: [1, 1, 3, 1], dtype: 'float32' }] },
    { paths: ['half.bin'], weights: [{ name: 'half', shape: [], dtype: 'float32' }] },
  ],
};

function placeholder(name: string, shape: number[]) {
  return {
    name,
    op: 'Placeholder',
    attr: {
      dtype: { type: 'DT_FLOAT' },
      shape: { shape: { dim: shape.map(size => ({ size: `${size}` })) } },
    },
  };
}

function constant(name: string, shape: number[]) {
  const tensorShape = { dim: shape.map(size => ({ size: `${size}` })) };
  return {
    name,
    op: 'Const',
    attr: { dtype: { type: 'DT_FLOAT' }, value: { tensor: { dtype: 'DT_FLOAT', tensorShape } } },
  };
}

const description = {
  graph: 'net.json',
  input: 'picture',
  output: 'opacity',
  size,
  range: { from: 0, to: 1 },
  numbers: { gain: 2 },
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'matte-'));
  writeFileSync(join(folder, 'net.json'), JSON.stringify(graph));
  writeFileSync(join(folder, 'red.bin'), new Uint8Array(new Float32Array([1, 0, 0]).buffer));
  writeFileSync(join(folder, 'half.bin'), new Uint8Array(new Float32Array([0.5]).buffer));
});

afterEach(() => {
  setMatteFolder(undefined);
  rmSync(folder, { recursive: true });
});

/** The network sees a person in the picture's red left half; our own mask has a half opaque one everywhere. */
async function opacityAt(rough: number, describe: object) {
  writeFileSync(join(folder, 'matte.json'), JSON.stringify(describe));
  const { width, height } = picture;
  const rgb = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at++) rgb[at * 3] = at % width < 100 ? 255 : 0;
  const own = new Float32Array(width * height).fill(0.5);
  const near = new Float32Array(width * height).fill(rough);
  const opacity = await withOwnMatte(own, { rgb, width, height }, { rough: near, ...head });
  return (x: number, y: number) => opacity[y * width + x]!;
}

test('a network of the operator cuts out the head, and our mask the body', async () => {
  setMatteFolder(folder);
  const at = await opacityAt(1, description);
  expect(at(60, 60)).toBeGreaterThan(0.98);
  expect(at(140, 60)).toBeLessThan(0.02);
  expect(at(60, 160)).toBe(0.5);
  expect(at(140, 160)).toBe(0.5);
});

test('a network of the operator adds no other people, where our mask has nobody', async () => {
  setMatteFolder(folder);
  expect((await opacityAt(0, description))(60, 60)).toBe(0);
});

test('without a network of the operator, our mask stays', async () => {
  expect((await opacityAt(1, description))(140, 60)).toBe(0.5);
});

test('a mistake in the description of a network names the setting and the file', async () => {
  setMatteFolder(folder);
  const { output: _, ...withoutOutput } = description;
  const failing = opacityAt(1, withoutOutput);
  await expect(failing).rejects.toThrow(/MATTE_MODEL.*matte\.json/);
});
