/** Half floats in the file: the greatest value of each column of each matrix, and the biases. */
const halfCount = 5072;
/** Matrices in the file; of each one byte says how many bits its weights have. */
const matrixCount = 69;

/** Reads the matrices of the network in the order in which tools/wasm/build-coach.mjs packed them. */
export interface WeightReader {
  /** The weights of the next matrix, row by row. */
  matrix(rows: number, columns: number): Float32Array;
  /** The biases that follow a matrix. */
  bias(columns: number): Float32Array;
}

/**
 * Opens face-weights.bin: half floats, then a byte for each matrix (the bits of its weights), then the low bytes of all
 * weights and the high ones, which are nearly all 0 and weigh nothing once they are compressed.
 */
export function unpackWeights(packed: ArrayBuffer): WeightReader {
  const halfs = new Uint16Array(packed, 0, halfCount);
  const bits = new Uint8Array(packed, halfCount * 2, matrixCount);
  const bytes = new Uint8Array(packed, halfCount * 2 + matrixCount);
  const high = bytes.length / 2;
  let half = 0;
  let matrix = 0;
  let at = 0;

  const floats = (count: number) => {
    half += count;
    return Float32Array.from(halfs.subarray(half - count, half), fromHalf);
  };

  return {
    bias: floats,
    matrix(rows, columns) {
      const greatest = floats(columns);
      const most = 2 ** (bits[matrix++]! - 1) - 1;
      const values = new Float32Array(rows * columns);
      for (let i = 0; i < values.length; i++, at++) {
        const stored = bytes[at]! + bytes[high + at]! * 256;
        values[i] = ((stored - most) / most) * greatest[i % columns]!;
      }
      return values;
    },
  };
}

/** The number that 16 bits stand for (IEEE 754 half precision). */
export function fromHalf(half: number): number {
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  const size = exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : 2 ** -14 * (fraction / 1024);
  return half & 0x8000 ? -size : size;
}
