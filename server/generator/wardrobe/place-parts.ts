import type { Canvas } from '../filters/canvas.ts';
import type { CutOut } from '../portrait/cut-out.ts';
import type { Place } from '../portrait/place-person.ts';

/** Share of head and of neck in each pixel of the canvas, 0 to 255. */
export function placeParts(
  canvas: Canvas,
  { split, eyes }: CutOut,
  place: Place,
): { head: Uint8Array; neck: Uint8Array } {
  const { parts, width, height } = split;
  const scale = split.scale / place.scale;
  const [cos, sin] = [Math.cos(place.angle) * scale, Math.sin(place.angle) * scale];
  const head = new Uint8Array(canvas.pixels);
  const neck = new Uint8Array(canvas.pixels);

  for (let y = 0; y < canvas.height; y++) {
    const down = y - place.eyes.y;
    for (let x = 0; x < canvas.width; x++) {
      const right = x - place.eyes.x;
      const fromX = eyes.x * split.scale + right * cos + down * sin - 0.5;
      const fromY = eyes.y * split.scale - right * sin + down * cos - 0.5;
      const column = Math.floor(fromX);
      const row = Math.floor(fromY);
      if (column < 0 || row < 0 || column >= width - 1 || row >= height - 1) continue;

      const above = (row * width + column) * 2;
      const below = above + width * 2;
      if (isEmpty(parts, above) && isEmpty(parts, below)) continue;

      const partX = fromX - column;
      const partY = fromY - row;
      const at = y * canvas.width + x;
      const upper = parts[above]! + (parts[above + 2]! - parts[above]!) * partX;
      const lower = parts[below]! + (parts[below + 2]! - parts[below]!) * partX;
      head[at] = upper + (lower - upper) * partY;
      const upperNeck = parts[above + 1]! + (parts[above + 3]! - parts[above + 1]!) * partX;
      const lowerNeck = parts[below + 1]! + (parts[below + 3]! - parts[below + 1]!) * partX;
      neck[at] = upperNeck + (lowerNeck - upperNeck) * partY;
    }
  }
  return { head, neck };
}

/** True if two neighbouring pixels are neither head nor neck, which is true for most pixels. */
function isEmpty(parts: Uint8Array, at: number): boolean {
  return (parts[at]! | parts[at + 1]! | parts[at + 2]! | parts[at + 3]!) === 0;
}
