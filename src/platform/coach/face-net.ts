import { unpackWeights, type WeightReader } from './unpack-weights.ts';

/** The exports of assembly/face-kernels.ts. Addresses are byte offsets in WebAssembly memory. */
export interface Kernels {
  stem(picture: number, to: number, weights: number, bias: number, size: number): void;
  block(
    from: number,
    to: number,
    weights: number,
    row: number,
    size: number,
    cin: number,
    cout: number,
    stride: number,
    keep: number,
  ): void;
}

/** The output on one of two grids. Each guess has a score (logit). `box` computes a guess's 16 coordinates. */
export interface GridResult {
  cells: number;
  guesses: number;
  scores: Float32Array;
  box(guess: number): Float32Array;
}

/** The server's face network (MediaPipe BlazeFace, 256 × 256), with 8-bit weights. */
export interface FaceNet {
  /** `draw` writes the pixels as values from −1 to 1. Each row takes `line` numbers, of which the last few stay 0. */
  run(draw: (to: Float32Array, line: number) => void): GridResult[];
}

/** Side length of the network's square input, px. */
export const inputSize = 256;

/** Residual blocks: channels and stride. After every seven blocks of equal size, one block halves the size. */
const blocks = [
  ...repeat(7, { cin: 24, cout: 24, stride: 1 }),
  { cin: 24, cout: 24, stride: 2 },
  ...repeat(7, { cin: 24, cout: 24, stride: 1 }),
  { cin: 24, cout: 48, stride: 2 },
  ...repeat(7, { cin: 48, cout: 48, stride: 1 }),
  { cin: 48, cout: 96, stride: 2 },
  ...repeat(7, { cin: 96, cout: 96, stride: 1 }),
  { cin: 96, cout: 96, stride: 2 },
];

/** Channel counts after the first layer and after each halving. */
const stageChannels = [24, 24, 48, 96, 96];

/** Outputs per cell: scores and boxes of the fine grid, then scores and boxes of the coarse grid. */
const headSizes = [2, 32, 6, 96];
const headInputs = 96;
const stemWeights = 5 * 5 * 3 * 24;

/** Memory size in pages of 64 kB: room for the weights (730 kB) and two feature maps per stage (5 MB). */
const memoryPages = 96;

interface Head {
  weights: Float32Array;
  bias: Float32Array;
  cout: number;
}

function repeat<T>(count: number, item: T): T[] {
  return Array.from({ length: count }, () => item);
}

/** Lays out the memory and unpacks the weights. `instantiate` creates the kernels in that memory. */
export async function openFaceNet(
  packed: ArrayBuffer,
  instantiate: (memory: WebAssembly.Memory) => Promise<Kernels>,
): Promise<FaceNet> {
  const memory = new WebAssembly.Memory({ initial: memoryPages });
  const kernels = await instantiate(memory);
  const { reserve, view } = layOut(memory);
  const reader = unpackWeights(packed);

  const stem = reserve(stemWeights + 24);
  view(stem, stemWeights).set(reader.matrix(75, 24));
  const stemBias = stem + stemWeights * 4;
  view(stemBias, 24).set(reader.bias(24));
  const blockWeights = blocks.map(({ cin, cout }) => {
    const at = reserve(9 * cin + cin * cout + cout);
    fillBlock(view(at, 9 * cin + cin * cout + cout), reader, cin, cout);
    return at;
  });
  const heads = headSizes.map(cout => ({
    weights: reader.matrix(headInputs, cout),
    bias: reader.bias(cout),
    cout,
  }));

  // The border stays 0: one pixel before the picture and two after it.
  const line = (inputSize + 3) * 3;
  const picture = reserve(line * (inputSize + 3));
  const row = reserve((inputSize / 2) * 24);
  const stages = stageChannels.map((channels, index) => {
    const size = inputSize >> (index + 1);
    const floats = (size + 2) ** 2 * channels;
    return { size, pair: [reserve(floats), reserve(floats)] as const };
  });

  return {
    run(draw) {
      draw(view(picture + (line + 3) * 4, line * (inputSize + 2) - 3), line);
      kernels.stem(picture, stages[0]!.pair[0], stem, stemBias, inputSize / 2);

      const results: GridResult[] = [];
      let stage = 0;
      let turn: 0 | 1 = 0;
      for (const [index, { cin, cout, stride }] of blocks.entries()) {
        const from = stages[stage]!.pair[turn];
        if (stride === 2) {
          stage++;
          turn = 0;
        } else turn = turn === 0 ? 1 : 0;
        const { size, pair } = stages[stage]!;
        const isLast = index === blocks.length - 1;
        // The last block has no residual connection.
        const keep = isLast ? 0 : 1;
        kernels.block(from, pair[turn], blockWeights[index]!, row, size, cin, cout, stride, keep);
        if (index < blocks.length - 2) continue;
        const [scores, boxes] = isLast ? heads.slice(2) : heads;
        results.push(readHeads(view(pair[turn], (size + 2) ** 2 * headInputs), size, scores!, boxes!));
      }
      return results;
    },
  };
}

/** Returns an allocator for the memory, aligned for SIMD. */
function layOut(memory: WebAssembly.Memory) {
  let end = 1024;
  return {
    reserve(floats: number): number {
      const at = end;
      end += (floats * 4 + 15) & ~15;
      if (end > memory.buffer.byteLength) throw new Error('The memory is too small for the network.');
      return at;
    },
    view: (at: number, floats: number) => new Float32Array(memory.buffer, at, floats),
  };
}

/** Writes depthwise weights, pointwise weights in groups of eight outputs (the kernel's order), and biases. */
function fillBlock(to: Float32Array, reader: WeightReader, cin: number, cout: number): void {
  to.set(reader.matrix(9, cin));
  const pointwise = reader.matrix(cin, cout);
  for (let i = 0; i < cin; i++)
    for (let o = 0; o < cout; o++)
      to[9 * cin + (o - (o % 8)) * cin + i * 8 + (o % 8)] = pointwise[i * cout + o]!;
  to.set(reader.bias(cout), 9 * cin + cin * cout);
}

/** Computes all scores, but boxes only on request, because a box costs sixteen times as much as a score. */
function readHeads(input: Float32Array, cells: number, scores: Head, boxes: Head): GridResult {
  const guesses = scores.cout;
  const apply = (cell: number, { weights, bias, cout }: Head, first: number, count: number) => {
    const from = ((Math.floor(cell / cells) + 1) * (cells + 2) + (cell % cells) + 1) * headInputs;
    const output = bias.slice(first, first + count);
    for (let i = 0; i < headInputs; i++)
      for (let o = 0; o < count; o++) output[o]! += input[from + i]! * weights[i * cout + first + o]!;
    return output;
  };
  const all = new Float32Array(cells * cells * guesses);
  for (let cell = 0; cell < cells * cells; cell++) all.set(apply(cell, scores, 0, guesses), cell * guesses);
  return {
    cells,
    guesses,
    scores: all,
    box: guess => apply(Math.floor(guess / guesses), boxes, (guess % guesses) * 16, 16),
  };
}
