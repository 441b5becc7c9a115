/** Number of half floats in the file: the maximum of each matrix column, and the biases. */
const halfCount = 5072;
/** Number of matrices. For each, the file has one byte with the bit width of its weights. */
const matrixCount = 69;

/** Reads the network's matrices, in the order in which tools/wasm/build-coach.mjs wrote them. */
export interface WeightReader {
  /** Returns the next matrix's weights, row by row. */
  matrix(rows: number, columns: number): Float32Array;
  /** Returns the biases that follow a matrix. */
  bias(columns: number): Float32Array;
}

/**
 * Reads face-weights.bin: half floats, then one byte per matrix (its weights' bit width), then the low bytes of all
 * weights, then their high bytes. Nearly all high bytes are 0, so they compress to almost nothing.
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

export function fromHalf(half: number): number {
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  const size = exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : 2 ** -14 * (fraction / 1024);
  return half & 0x8000 ? -size : size;
}
