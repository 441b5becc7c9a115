/** RGB or RGBA pixels, row by row, a byte a channel. */
export interface Pixels {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
  channels: 3 | 4;
}

/** Which old pixels a new one covers along a line, and how much of each. */
interface Cover {
  from: number;
  shares: Float32Array;
}

/**
 * The picture in another size as RGB, 0 to 255: each new pixel is the mean of what it covers, or lies between pixels where
 * it grows. For what is measured on the result, because every browser's canvas shrinks in its own way.
 */
export function shrink(picture: Pixels, width: number, height: number): Float32Array {
  const { data, channels } = picture;
  const across = coversOf(picture.width, width);
  const down = coversOf(picture.height, height);
  const line = picture.width * channels;
  const sums = new Float32Array(line);
  const result = new Float32Array(width * height * 3);
  let to = 0;

  for (const { from, shares } of down) {
    // Rows first: they lie in memory one after another, so that the longest loop is a plain one.
    sums.fill(0);
    for (let i = 0; i < shares.length; i++) {
      const share = shares[i]!;
      const row = (from + i) * line;
      for (let x = 0; x < line; x++) sums[x]! += share * data[row + x]!;
    }
    for (const { from, shares } of across) {
      for (let i = 0; i < shares.length; i++) {
        const at = (from + i) * channels;
        const share = shares[i]!;
        result[to]! += share * sums[at]!;
        result[to + 1]! += share * sums[at + 1]!;
        result[to + 2]! += share * sums[at + 2]!;
      }
      to += 3;
    }
  }
  return result;
}

/** How bright each pixel of an RGB picture is, 0 to 255 (Rec. 709). */
export function greyOf(rgb: Float32Array): Float32Array {
  const grey = new Float32Array(rgb.length / 3);
  for (let i = 0; i < grey.length; i++)
    grey[i] = 0.2126 * rgb[i * 3]! + 0.7152 * rgb[i * 3 + 1]! + 0.0722 * rgb[i * 3 + 2]!;
  return grey;
}

function coversOf(length: number, count: number): Cover[] {
  const scale = length / count;
  const half = Math.max(1, scale) / 2;
  return Array.from({ length: count }, (_, index) => {
    const centre = (index + 0.5) * scale;
    const from = Math.min(length - 1, Math.max(0, Math.floor(centre - half)));
    const to = Math.max(from + 1, Math.min(length, Math.ceil(centre + half)));
    const shares = Float32Array.from({ length: to - from }, (_, i) =>
      Math.max(1e-6, Math.min(from + i + 1, centre + half) - Math.max(from + i, centre - half)),
    );
    const sum = shares.reduce((a, b) => a + b);
    return { from, shares: shares.map(share => share / sum) };
  });
}
