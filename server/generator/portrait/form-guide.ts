import type { Size } from '../filters/canvas.ts';
import { addDirection, type Guide } from '../filters/flow.ts';
import { clamp, mix, smoothstep } from '../filters/math.ts';
import { type Slope, type Surface, slopesOf } from '../vision/slopes-of.ts';
import type { Stage } from './stage.ts';

/** Cells per side of the grid of slopes. */
const CELLS = 16;

/** Range within which a mesh point influences the slopes: standard deviation of a Gaussian, in sides of the grid. */
const FELT = 0.045;

/** Slopes below `from` have no influence on strokes; slopes above `to` have full influence. */
const LEADING = { from: 0.1, to: 0.45 };

/** Weight in the structure tensor. High enough to overrule shading on skin, but not an edge such as an eyelid. */
const STRENGTH = 4e-3;

/**
 * Guides strokes around the shape of the face, at right angles to its slope: along jaw and cheeks, over the nose's
 * bridge.
 */
export function formGuide({ surface, face, features }: Pick<Stage, 'surface' | 'face' | 'features'>): Guide {
  return (tensor, { width, small }) => {
    const step = width / small.width;
    const { left, top, size, slopeAt } = slopeField(surface);
    const from = { x: Math.max(0, Math.floor(left / step)), y: Math.max(0, Math.floor(top / step)) };
    const end = {
      x: Math.min(small.width, Math.ceil((left + size.width) / step)),
      y: Math.min(small.height, Math.ceil((top + size.height) / step)),
    };

    for (let y = from.y; y < end.y; y++) {
      for (let x = from.x; x < end.x; x++) {
        const full = Math.floor(y * step) * width + Math.floor(x * step);
        const share = face.data[full]! * (1 - features.data[full]!);
        if (share === 0) continue;
        const slope = slopeAt(x * step, y * step);
        const steepness = Math.hypot(slope.x, slope.y);
        if (steepness < LEADING.from) continue;
        const lead = STRENGTH * share * smoothstep(LEADING.from, LEADING.to, steepness);
        addDirection(tensor, y * small.width + x, [slope.x / steepness, slope.y / steepness], lead);
      }
    }
  };
}

/** Interpolates a surface's slopes within its bounding box. */
function slopeField(surface: Surface) {
  const { points } = surface;
  const slopes = slopesOf(surface);
  const left = Math.min(...points.map(({ x }) => x));
  const top = Math.min(...points.map(({ y }) => y));
  const size: Size = {
    width: Math.max(...points.map(({ x }) => x)) - left,
    height: Math.max(...points.map(({ y }) => y)) - top,
  };
  const grid = Array.from({ length: CELLS * CELLS }, (_, at) => {
    const column = (at % CELLS) / (CELLS - 1);
    const row = Math.floor(at / CELLS) / (CELLS - 1);
    const sum = { x: 0, y: 0, weight: 1e-6 };
    for (const [index, point] of points.entries()) {
      const right = (point.x - left) / size.width - column;
      const down = (point.y - top) / size.height - row;
      const weight = Math.exp((right ** 2 + down ** 2) / (-2 * FELT ** 2));
      sum.x += slopes[index]!.x * weight;
      sum.y += slopes[index]!.y * weight;
      sum.weight += weight;
    }
    return { x: sum.x / sum.weight, y: sum.y / sum.weight };
  });

  const slopeAt = (x: number, y: number): Slope => {
    const inX = clamp(((x - left) / size.width) * (CELLS - 1), 0, CELLS - 1.001);
    const inY = clamp(((y - top) / size.height) * (CELLS - 1), 0, CELLS - 1.001);
    const cell = Math.floor(inY) * CELLS + Math.floor(inX);
    const [partX, partY] = [inX % 1, inY % 1];
    const between = (part: 'x' | 'y') =>
      mix(
        mix(grid[cell]![part], grid[cell + 1]![part], partX),
        mix(grid[cell + CELLS]![part], grid[cell + CELLS + 1]![part], partX),
        partY,
      );
    return { x: between('x'), y: between('y') };
  };

  return { left, top, size, slopeAt };
}
