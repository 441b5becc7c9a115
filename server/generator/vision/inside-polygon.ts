import type { Pixels, Point } from './pixels.ts';

/** Calls `visit` with the index of each pixel whose centre is inside a closed polygon. */
export function forEachInside(
  polygon: Point[],
  { width, height }: Pick<Pixels, 'width' | 'height'>,
  visit: (index: number) => void,
): void {
  const top = Math.max(0, Math.ceil(Math.min(...polygon.map(({ y }) => y)) - 0.5));
  const bottom = Math.min(height - 1, Math.floor(Math.max(...polygon.map(({ y }) => y)) - 0.5));

  for (let row = top; row <= bottom; row++) {
    const y = row + 0.5;
    const crossings = polygon
      .flatMap((from, at) => {
        const to = polygon[(at + 1) % polygon.length]!;
        const crosses = from.y <= y !== to.y <= y;
        return crosses ? [from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)] : [];
      })
      .sort((a, b) => a - b);

    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      const first = Math.max(0, Math.ceil(crossings[pair]! - 0.5));
      const last = Math.min(width - 1, Math.floor(crossings[pair + 1]! - 0.5));
      for (let column = first; column <= last; column++) visit(row * width + column);
    }
  }
}
