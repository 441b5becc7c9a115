import { clamp } from '../filters/math.ts';
import type { Surface } from './costume.ts';

/** Brightness change caused by threads at a position in body units, as a fraction of the brightness. */
export type Threads = (x: number, y: number) => number;

/** Size of a stitch in body units. */
const STITCH = { width: 9, height: 7.5 } as const;

/** The threads of a surface; undefined if no threads are visible. */
export function threadsOf(surface: Surface): Threads | undefined {
  if (surface === 'wool')
    return (x, y) => 0.035 * Math.sin((x + y) * 1.9) + 0.05 * (noise(x * 0.9, y * 0.9) - 0.5);
  if (surface === 'cotton') return (x, y) => 0.05 * (noise(x, y) - 0.5);
  if (surface === 'leather') return (x, y) => 0.1 * (noise(x * 0.35, y * 0.35) - 0.5);
  if (surface === 'knit') return knit;
  return undefined;
}

/** Knitted stitches lit from the upper left: two slanted strands form a V. */
function knit(x: number, y: number): number {
  const step = 0.8;
  const own = stitchHeight(x, y);
  return 0.34 * (own - stitchHeight(x - step, y - step)) + 0.26 * (own - 0.6) + 0.05 * (noise(x, y) - 0.5);
}

function stitchHeight(x: number, y: number): number {
  // Vary the height of rows, as in hand-knitted wool.
  const column = x / STITCH.width + 0.08 * Math.sin(y * 0.045);
  const row = y / STITCH.height + 0.1 * Math.sin(x * 0.03 + y * 0.011);
  const across = column - Math.floor(column) - 0.5;
  const strand = 0.5 + 0.5 * Math.cos(2 * Math.PI * (row + Math.abs(across) * 0.9));
  const rib = 1 - (2 * Math.abs(Math.abs(across) - 0.25)) ** 2 * 2.2;
  return clamp(0.35 + 0.65 * strand, 0, 1) * clamp(rib, 0, 1);
}

/** Smooth noise, 0 to 1, with about one wave per unit. */
function noise(x: number, y: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const [partX, partY] = [x - column, y - row];
  const above = hash(column, row) * (1 - partX) + hash(column + 1, row) * partX;
  const below = hash(column, row + 1) * (1 - partX) + hash(column + 1, row + 1) * partX;
  return above + (below - above) * partY;
}

function hash(x: number, y: number): number {
  let value = Math.imul(x, 374761393) + Math.imul(y, 668265263);
  value = Math.imul(value ^ (value >>> 13), 1274126177);
  return ((value ^ (value >>> 16)) >>> 0) / 2 ** 32;
}
