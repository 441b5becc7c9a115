import { FLOAT, nearest, PIXEL } from './memory.ts';
import { bitsOf, nextBits, nextRandom, STEP, seedRandom, unit } from './random.ts';

/**
 * A stroke ends where the colour differs from its start by more than this (sum over three channels), so it does not
 * cross an edge.
 */
const MOST_CHANGE: f32 = 66;

/** A brush narrower than this fraction of a pixel's widest brush only corrects paint that differs from the picture. */
const FIRST: f32 = 1 / 1.75;

/** The brush starts to run dry after this fraction of a stroke's length. */
const DRY: f32 = 0.45;

/** Distance in pixels between the paths of two neighbouring bristles. */
const APART: f32 = 0.75;

/**
 * Paints one brush's strokes along the flow, in random order, with bristle marks. Strokes start only at pixels whose
 * `widest` (maximum brush width in pixels) allows this brush. Narrow brushes also skip pixels whose paint is within
 * the tolerance of the picture.
 *
 * Each "row" is a band of `bandHeight` pixel rows. A call paints every second band, starting with `firstBand`. A
 * stroke can extend only into a neighbouring band, so threads never paint the same pixel, and the number of threads
 * does not change the result.
 *
 * `owner` holds the stroke (i32) that last painted each pixel, because a stroke paints a pixel only once. `order` has
 * space for an i32 per pixel.
 */
export function layStrokes(
  picture: usize,
  paint: usize,
  thickness: usize,
  widest: usize,
  flowX: usize,
  flowY: usize,
  owner: usize,
  order: usize,
  brushWidth: f32,
  reach: f32,
  tolerance: f32,
  seed: i32,
  firstBand: i32,
  bandHeight: i32,
  width: i32,
  height: i32,
  firstRow: i32,
  endRow: i32,
): void {
  const gap = max<f32>(1.5, brushWidth * 0.95);
  const columns = <i32>ceil(<f32>width / gap);
  const rows = <i32>ceil(<f32>bandHeight / gap);
  const count = columns * rows;

  for (let row = firstRow; row < endRow; row++) {
    const band = firstBand + 2 * row;
    const top = band * bandHeight;
    const places = order + <usize>(top * width) * FLOAT;
    let stroke = (seed << 24) | (band << 20);
    seedRandom(stroke);
    shuffle(places, count);

    for (let at = 0; at < count; at++) {
      const place = load<i32>(places + <usize>at * FLOAT);
      const x = (<f32>(place % columns) + nextRandom()) * gap;
      const inBand = (<f32>(place / columns) + nextRandom()) * gap;
      const y = <f32>top + inBand;
      if (x >= <f32>width || inBand >= <f32>bandHeight || y >= <f32>height) continue;

      const start = <usize>(<i32>y * width + <i32>x);
      const most = load<f32>(widest + start * FLOAT);
      if (most < brushWidth) continue;
      const wanted = picture + start * PIXEL;
      if (brushWidth < most * FIRST && distance(wanted, paint + start * PIXEL) <= tolerance * 3) continue;

      stroke++;
      layStroke(
        picture,
        paint,
        thickness,
        widest,
        flowX,
        flowY,
        owner,
        brushWidth,
        reach,
        width,
        height,
        stroke,
        x,
        y,
      );
    }
  }
}

/** Paints a stroke in both directions from its starting point. */
function layStroke(
  picture: usize,
  paint: usize,
  thickness: usize,
  widest: usize,
  flowX: usize,
  flowY: usize,
  owner: usize,
  brushWidth: f32,
  reach: f32,
  width: i32,
  height: i32,
  stroke: i32,
  startX: f32,
  startY: f32,
): void {
  const from = picture + <usize>(<i32>startY * width + <i32>startX) * PIXEL;
  const half = brushWidth / 2;
  const step = min<f32>(1, brushWidth / 4);
  const most = nearest(reach / step);
  // Vary the colour of each stroke a little, as if the paint was mixed by hand.
  const tint = (nextRandom() - 0.5) * 9;
  const warm = (nextRandom() - 0.5) * 7;
  const warmer = f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(tint), 0, tint + warm), 2, tint - warm);
  const mixture = f32x4.add(v128.load(from), warmer);
  const bristles = max<f32>(3, brushWidth * 0.9);
  const brush = nextBits();

  for (let way: f32 = 1; way >= -1; way -= 2) {
    let x = startX;
    let y = startY;
    let goesX: f32 = 0;
    let goesY: f32 = 0;

    for (let walked = 0; walked < most; walked++) {
      const at = <usize>(<i32>y * width + <i32>x);
      if (<f32>walked * step > half && distance(picture + at * PIXEL, from) > MOST_CHANGE) break;
      if (load<f32>(widest + at * FLOAT) < brushWidth * 0.6) break;

      // The flow's sign is arbitrary, so flip it if it points against the brush's movement.
      const tangentX = load<f32>(flowX + at * FLOAT);
      const tangentY = load<f32>(flowY + at * FLOAT);
      const isBack = walked === 0 ? way < 0 : tangentX * goesX + tangentY * goesY < 0;
      const turn: f32 = walked === 0 ? 1 : 0.35;
      goesX += ((isBack ? -tangentX : tangentX) - goesX) * turn;
      goesY += ((isBack ? -tangentY : tangentY) - goesY) * turn;
      const length = sqrt<f32>(goesX * goesX + goesY * goesY);
      if (length === 0) break;
      goesX /= length;
      goesY /= length;

      const part = <f32>walked / <f32>most;
      const span = half * (0.35 + 0.65 * sqrt<f32>(min<f32>(1, (1 - part) * 4)));
      for (let aside = -span; aside <= span; aside += APART) {
        const toX = nearest(x - goesY * aside);
        const toY = nearest(y + goesX * aside);
        if (toX < 0 || toY < 0 || toX >= width || toY >= height) continue;
        const to = <usize>(toY * width + toX);
        if (load<i32>(owner + to * FLOAT) === stroke) continue;
        store<i32>(owner + to * FLOAT, stroke);

        const bristle = unit(bitsOf(brush + <i32>((aside / brushWidth + 0.5) * bristles) * STEP));
        const edge = min<f32>(1, max<f32>(0.15, (span - abs<f32>(aside)) * 0.9));
        const wet: f32 = bristle < (part - DRY) * 1.3 ? 0.25 : 1;
        const there = paint + to * PIXEL;
        const before = v128.load(there);
        const colour = f32x4.add(mixture, f32x4.splat((bristle - 0.5) * 12));
        const opacity = f32x4.splat(edge * wet * 0.94);
        v128.store(there, f32x4.add(before, f32x4.mul(f32x4.sub(colour, before), opacity)));
        const thick: f32 = (0.35 + 0.65 * bristle) * (0.45 + 0.55 * edge) * (1 - 0.5 * part);
        const lying = load<f32>(thickness + to * FLOAT);
        store<f32>(thickness + to * FLOAT, lying + (thick - lying) * wet);
      }

      x += goesX * step;
      y += goesY * step;
      if (x < 0 || y < 0 || x >= <f32>width || y >= <f32>height) break;
    }
  }
}

/** The sum of the absolute differences of two pixels' three channels. */
function distance(one: usize, other: usize): f32 {
  const apart = f32x4.abs(f32x4.sub(v128.load(one), v128.load(other)));
  return f32x4.extract_lane(apart, 0) + f32x4.extract_lane(apart, 1) + f32x4.extract_lane(apart, 2);
}

/** Writes the numbers from 0 to `count` − 1 in random order. */
function shuffle(places: usize, count: i32): void {
  for (let at = 0; at < count; at++) store<i32>(places + <usize>at * FLOAT, at);
  for (let at = count - 1; at > 0; at--) {
    const one = places + <usize>at * FLOAT;
    const other = places + <usize>(<i32>(nextRandom() * <f32>(at + 1))) * FLOAT;
    const kept = load<i32>(one);
    store<i32>(one, load<i32>(other));
    store<i32>(other, kept);
  }
}
