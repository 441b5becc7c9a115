import type { Size } from '../filters/canvas.ts';
import type { Plane } from '../filters/filter-memory.ts';
import type { Flow } from '../filters/flow.ts';
import { mix } from '../filters/math.ts';
import { createRandom } from '../random.ts';

/** A brush; lengths in pixels of the canvas. */
interface Brush {
  width: number;
  /** How far a stroke goes each way. */
  reach: number;
  /** How far the paint may be from the picture, 0 to 255, before a finer brush than the first at a place mends it. */
  tolerance: number;
}

/** What is painted, and what it is painted by. */
export interface Painting {
  size: Size;
  /** The picture that is painted: four numbers a pixel. */
  picture: Plane;
  flow: Flow;
  /** The width of the widest brush that suits each pixel: no wider one goes there. */
  widest: Plane;
  /** The paint, four numbers a pixel, which holds the ground at first; and how thick it lies, 0 to 1. */
  paint: Plane;
  thickness: Plane;
}

/** How far a colour may change along a stroke: beyond an edge it would be wrong. */
const MOST_CHANGE = 66;

/** Of a brush as wide as a place takes; narrower ones than this share of it only mend. */
const FIRST = 1 / 1.75;

/** From this part of a stroke on the brush runs dry. */
const DRY = 0.45;

/** Lays strokes along the flow, broad brushes first, each stroke of one colour with the marks of its bristles. */
export function paintStrokes(painting: Painting, brushes: readonly Brush[]): void {
  const { width, height } = painting.size;
  const random = createRandom(7);
  const owner = new Int32Array(width * height);
  let stroke = 0;

  for (const brush of brushes) {
    const gap = Math.max(1.5, brush.width * 0.95);
    const columns = Math.ceil(width / gap);
    for (const place of shuffled(columns * Math.ceil(height / gap), random.next)) {
      const x = ((place % columns) + random.next()) * gap;
      const y = (Math.floor(place / columns) + random.next()) * gap;
      if (x >= width || y >= height) continue;
      if (isWanted(painting, brush, Math.floor(y) * width + Math.floor(x))) {
        stroke += 1;
        layStroke(painting, brush, { x, y, owner, stroke, random });
      }
    }
  }
}

/** Whether a stroke is begun here: the place takes so wide a brush, and has had none or lacks something. */
function isWanted({ picture, paint, widest }: Painting, { width, tolerance }: Brush, at: number): boolean {
  const most = widest.data[at]!;
  if (most < width) return false;
  return width >= most * FIRST || distance(picture.data, paint.data, at * 4) > tolerance * 3;
}

function layStroke(
  { size, picture, flow, widest, paint, thickness }: Painting,
  brush: Brush,
  { x: startX, y: startY, owner, stroke, random }: Start,
): void {
  const { width, height } = size;
  const from = (Math.floor(startY) * width + Math.floor(startX)) * 4;
  const half = brush.width / 2;
  const step = Math.min(1, brush.width / 4);
  const most = Math.round(brush.reach / step);
  // Paint is mixed by hand: no two loads are the same.
  const tint = random.between(-4.5, 4.5);
  const warm = random.between(-3.5, 3.5);
  const red = picture.data[from]! + tint + warm;
  const green = picture.data[from + 1]! + tint;
  const blue = picture.data[from + 2]! + tint - warm;
  const bristles = Array.from({ length: Math.max(3, Math.round(brush.width * 0.9)) }, random.next);

  for (const way of [1, -1]) {
    let [x, y, goesX, goesY] = [startX, startY, 0, 0];
    for (let walked = 0; walked < most; walked++) {
      const at = Math.floor(y) * width + Math.floor(x);
      if (walked * step > half && distance(picture.data, picture.data, at * 4, from) > MOST_CHANGE) break;
      if (widest.data[at]! < brush.width * 0.6) break;

      // The flow has no sign: it is followed the way that the brush goes.
      const along = walked === 0 ? way : Math.sign(flow.x.data[at]! * goesX + flow.y.data[at]! * goesY) || 1;
      const turn = walked === 0 ? 1 : 0.35;
      goesX = mix(goesX, flow.x.data[at]! * along, turn);
      goesY = mix(goesY, flow.y.data[at]! * along, turn);
      const length = Math.hypot(goesX, goesY) || 1;
      goesX /= length;
      goesY /= length;

      const part = walked / most;
      const span = half * (0.35 + 0.65 * Math.sqrt(Math.min(1, (1 - part) * 4)));
      for (let aside = -span; aside <= span; aside += 0.75) {
        const toX = Math.round(x - goesY * aside);
        const toY = Math.round(y + goesX * aside);
        if (toX < 0 || toY < 0 || toX >= width || toY >= height) continue;
        const to = toY * width + toX;
        if (owner[to] === stroke) continue;
        owner[to] = stroke;

        const bristle =
          bristles[Math.min(bristles.length - 1, Math.floor((aside / brush.width + 0.5) * bristles.length))]!;
        const edge = Math.min(1, Math.max(0.15, (span - Math.abs(aside)) * 0.9));
        const wet = bristle < (part - DRY) * 1.3 ? 0.25 : 1;
        const opacity = edge * wet * 0.94;
        const shade = (bristle - 0.5) * 12;
        const pixel = to * 4;
        paint.data[pixel] = mix(paint.data[pixel]!, red + shade, opacity);
        paint.data[pixel + 1] = mix(paint.data[pixel + 1]!, green + shade, opacity);
        paint.data[pixel + 2] = mix(paint.data[pixel + 2]!, blue + shade, opacity);
        const thick = (0.35 + 0.65 * bristle) * (0.45 + 0.55 * edge) * (1 - 0.5 * part);
        thickness.data[to] = mix(thickness.data[to]!, thick, wet);
      }

      x += goesX * step;
      y += goesY * step;
      if (x < 0 || y < 0 || x >= width || y >= height) break;
    }
  }
}

interface Start {
  x: number;
  y: number;
  /** The stroke that painted each pixel last: none paints one twice. */
  owner: Int32Array;
  stroke: number;
  random: ReturnType<typeof createRandom>;
}

/** How far two colours are apart, the sum of three channels. */
function distance(a: Float32Array, b: Float32Array, at: number, other = at): number {
  return (
    Math.abs(a[at]! - b[other]!) + Math.abs(a[at + 1]! - b[other + 1]!) + Math.abs(a[at + 2]! - b[other + 2]!)
  );
}

/** The numbers below `count` in a random order. */
function shuffled(count: number, next: () => number): Int32Array {
  const order = Int32Array.from({ length: count }, (_, at) => at);
  for (let at = count - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    const kept = order[at]!;
    order[at] = order[other]!;
    order[other] = kept;
  }
  return order;
}
