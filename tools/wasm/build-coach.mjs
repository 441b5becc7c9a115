/**
 * Builds the photo coach's files from the server's face detection network and the AssemblyScript kernels: `npx tsx
 * tools/wasm/build.mjs`. Run it after each change of the network or the kernels.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import compiler from 'assemblyscript/asc';
import { fromHalf } from '../../src/platform/coach/unpack-weights.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const home = join(root, 'src/platform/coach');

/** Bits per weight. The score layers need more: with 8 bits their mean error is 0.147, with 14 bits 0.031. */
const bits = { usual: 8, scores: 14 };

/** Writes the weights and both builds of the kernels to a folder. Default: next to their sources. */
export async function buildCoach(folder = home) {
  writeFileSync(join(folder, 'face-weights.bin'), packWeights());
  await compileKernels(join(folder, 'face-kernels.wasm'), ['simd']);
  // Here one instruction multiplies and adds, so V8 runs it a fifth faster. WebKit does not support that instruction.
  await compileKernels(join(folder, 'face-kernels-relaxed.wasm'), ['simd', 'relaxed-simd']);
}

/** Half floats of maxima and biases; bits per weight of each matrix; low bytes, then high ones (mostly 0). */
function packWeights() {
  const halfs = [];
  const sizes = [];
  const weights = [];

  for (const { matrices, bias } of layersOf(readTensors())) {
    for (const { data, columns, bits } of matrices) {
      const most = 2 ** (bits - 1) - 1;
      const greatest = new Array(columns).fill(0);
      for (const [i, value] of data.entries())
        greatest[i % columns] = Math.max(greatest[i % columns], Math.abs(value));
      // Not the quantization step, too small for a half float. Round first: the reader gets it rounded.
      const rounded = greatest.map(value => fromHalf(toHalf(value || 1)));
      halfs.push(...rounded.map(toHalf));
      sizes.push(bits);
      for (const [i, value] of data.entries()) {
        const step = Math.round((value / rounded[i % columns]) * most);
        weights.push(most + Math.max(-most, Math.min(most, step)));
      }
    }
    halfs.push(...Array.from(bias, toHalf));
  }

  return Buffer.concat([
    Buffer.from(Uint16Array.from(halfs).buffer),
    Buffer.from(sizes),
    Buffer.from(weights.map(value => value & 255)),
    Buffer.from(weights.map(value => value >> 8)),
  ]);
}

/** The layers in execution order; each has its matrices, then its biases. */
function layersOf(tensor) {
  const stem = {
    matrices: [{ data: tensor('unknown').data, columns: 24, bits: bits.usual }],
    bias: tensor('unknown_0').data,
  };
  const blocks = Array.from({ length: 32 }, (_, k) => {
    const depthwise = tensor(`unknown_${1 + 4 * k}`);
    const pointwise = tensor(`unknown_${3 + 4 * k}`);
    return {
      matrices: [
        { data: depthwise.data, columns: depthwise.shape[2], bits: bits.usual },
        { data: pointwise.data, columns: pointwise.shape[3], bits: bits.usual },
      ],
      bias: tensor(`unknown_${4 + 4 * k}`).data,
    };
  });
  const heads = [135, 131, 133, 129].map(number => {
    const { data, shape } = tensor(`unknown_${number}`);
    const columns = shape[3];
    // A head with 2 or 6 columns outputs scores, which need more bits. A head with 16 times as many outputs boxes.
    return {
      matrices: [{ data, columns, bits: columns < 10 ? bits.scores : bits.usual }],
      bias: tensor(`unknown_${number + 1}`).data,
    };
  });
  return [stem, ...blocks, ...heads];
}

function readTensors() {
  const folder = join(root, 'server/generator/models');
  const { weightsManifest } = JSON.parse(readFileSync(join(folder, 'blazeface.json'), 'utf8'));
  const bytes = readFileSync(join(folder, 'blazeface.bin'));
  const found = new Map();
  let at = 0;
  for (const { name, shape } of weightsManifest[0].weights) {
    const count = shape.reduce((product, side) => product * side, 1);
    const copy = bytes.subarray(at, at + 4 * count).slice();
    found.set(name, { shape, data: new Float32Array(copy.buffer, copy.byteOffset, count) });
    at += 4 * count;
  }
  return name => found.get(name);
}

/** The bits of the nearest half float (IEEE 754). */
function toHalf(value) {
  const sign = value < 0 ? 0x8000 : 0;
  const size = Math.abs(value);
  const exponent = Math.max(-14, Math.floor(Math.log2(size || 2 ** -15)));
  const fraction = Math.round(size / 2 ** (exponent - 10));
  // If rounding makes the fraction reach the next power of two, increase the exponent by one.
  return sign | (fraction < 1024 ? fraction : ((exponent + 15) << 10) + fraction - 1024);
}

async function compileKernels(file, features) {
  const own = `${file}.${process.pid}`;
  const { error, stderr } = await compiler.main([
    ...[relative(root, join(home, 'assembly/face-kernels.ts')), '--baseDir', root, '-o', relative(root, own)],
    ...[
      '-O3',
      ...features.flatMap(feature => ['--enable', feature]),
      '--runtime',
      'stub',
      '--noAssert',
      '--importMemory',
      '--initialMemory',
      '1',
    ],
  ]);
  if (error) throw new Error(`The kernels cannot be compiled:\n${stderr}`, { cause: error });
  renameSync(own, file);
}
