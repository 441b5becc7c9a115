/** Half floats in the file: each column's maximum in each matrix, and the biases. */
const halfCount = 5072;
/** One byte per matrix has the bits of its weights. */
const matrixCount = 69;

/** Reads the network's matrices in the order of tools/wasm/build-coach.mjs. */
export interface WeightReader {
  /** The weights of the next matrix, row by row. */
  matrix(rows: number, columns: number): Float32Array;
  /** The biases that follow a matrix. */
  bias(columns: number): Float32Array;
}

/**
 * Format of face-weights.bin: half floats; a byte per matrix (bits of its weights); the low bytes of all weights; their
 * high bytes, nearly all 0, which compress to almost nothing.
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

/** Decodes IEEE 754 half precision. */
export function fromHalf(half: number): number {
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  const size = exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : 2 ** -14 * (fraction / 1024);
  return half & 0x8000 ? -size : size;
}
