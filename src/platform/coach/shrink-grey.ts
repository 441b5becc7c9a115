/** RGB or RGBA pixels, row by row, with one byte per channel. */
export interface Pixels {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
  channels: 3 | 4;
}

/** The source pixels that a target pixel covers along one axis, with the weight of each. */
interface Cover {
  from: number;
  shares: Float32Array;
}

/**
 * Scales a picture and converts it to grey (Rec. 709, 0 to 255). Averages when shrinking, interpolates when enlarging.
 * Does not use a canvas, because browsers scale differently, and the thresholds need exact pixels.
 */
export function shrinkGrey(picture: Pixels, width: number, height: number): Float32Array {
  const grey = greyOf(picture);
  const line = picture.width;
  const across = coversOf(line, width);
  const down = coversOf(picture.height, height);
  const sums = new Float32Array(line);
  const result = new Float32Array(width * height);
  let to = 0;

  for (const { from, shares } of down) {
    // Sum the rows first: their pixels are adjacent in memory, which keeps the innermost loop simple.
    sums.fill(0);
    for (let i = 0; i < shares.length; i++) {
      const share = shares[i]!;
      const row = (from + i) * line;
      for (let x = 0; x < line; x++) sums[x]! += share * grey[row + x]!;
    }
    for (const { from, shares } of across) {
      for (let i = 0; i < shares.length; i++) result[to]! += shares[i]! * sums[from + i]!;
      to++;
    }
  }
  return result;
}

/** Converting to grey first takes a third of the work, because only one number per pixel is summed instead of three. */
function greyOf({ data, width, height, channels }: Pixels): Float32Array {
  const grey = new Float32Array(width * height);
  for (let i = 0, from = 0; i < grey.length; i++, from += channels)
    grey[i] = 0.2126 * data[from]! + 0.7152 * data[from + 1]! + 0.0722 * data[from + 2]!;
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
