import { FLOAT, PIXEL, sumOfLanes } from './memory.ts';
import { opposite, sectorWeights, sumInLanes, turnedByHalf } from './sectors.ts';

/**
 * The anisotropic Kuwahara filter with polynomial weights: Kyprianidis, Semmo, Kang and Döllner 2010, "Anisotropic
 * Kuwahara Filtering with Polynomial Weighting Functions". It divides an ellipse along the edge into eight sectors and
 * averages their mean colours. Sectors with low variance get the highest weights, so areas become flat and edges stay
 * sharp.
 *
 * `radii` has a radius for each pixel; if it is below 1.2, the pixel is copied. `falloff` is a table of 256 weights
 * for the squared distance from the centre (0 to 1). The eight sectors are stored in two vectors of four lanes. In
 * large ellipses, only every second pixel is read; the difference is invisible.
 */
export function kuwahara(
  source: usize,
  target: usize,
  tangentX: usize,
  tangentY: usize,
  anisotropy: usize,
  radii: usize,
  falloff: usize,
  width: i32,
  height: i32,
  firstRow: i32,
  endRow: i32,
): void {
  for (let y = firstRow; y < endRow; y++) {
    for (let x = 0; x < width; x++) {
      const at = <usize>(y * width + x);
      const radius = load<f32>(radii + at * FLOAT);

      if (radius < 1.2) {
        v128.store(target + at * PIXEL, v128.load(source + at * PIXEL));
        continue;
      }

      const cos = load<f32>(tangentX + at * FLOAT);
      const sin = load<f32>(tangentY + at * FLOAT);
      const elongation: f32 = 1 + load<f32>(anisotropy + at * FLOAT);
      const out = target + at * PIXEL;
      paint(source, out, falloff, x, y, width, height, radius, cos, sin, elongation);
    }
  }
}

/** Filters one pixel. */
function paint(
  source: usize,
  out: usize,
  falloff: usize,
  x: i32,
  y: i32,
  width: i32,
  height: i32,
  radius: f32,
  cos: f32,
  sin: f32,
  elongation: f32,
): void {
  const along = radius * elongation;
  const aside = radius / elongation;
  const step = radius > 4 ? 2 : 1;
  const reachX = stepsIn(sqrt(along * along * cos * cos + aside * aside * sin * sin), step);
  const reachY = stepsIn(sqrt(along * along * sin * sin + aside * aside * cos * cos), step);
  const zero = f32x4.splat(0);

  // Weighted sums for the sectors in vector A and in vector B: colours, squared colours and weights.
  let redA = zero;
  let greenA = zero;
  let blueA = zero;
  let squareA = zero;
  let weightA = zero;
  let redB = zero;
  let greenB = zero;
  let blueB = zero;
  let squareB = zero;
  let weightB = zero;

  // The ellipse is a dx² + 2 b dx dy + c dy² ≤ 1; a = widthTerm, b = tilt. Each row reads only the pixels inside.
  const perAlong: f32 = 1 / along;
  const perAside: f32 = 1 / aside;
  const widthTerm = cos * cos * perAlong * perAlong + sin * sin * perAside * perAside;
  const tilt = cos * sin * (perAlong * perAlong - perAside * perAside);
  const area = perAlong * perAside;

  // Maps a pixel offset in the ellipse to the unit disc. The vector contains the result twice: x, y, x, y.
  const perColumn = f32x4(cos * perAlong, -sin * perAside, cos * perAlong, -sin * perAside);
  const perRow = f32x4(sin * perAlong, cos * perAside, sin * perAlong, cos * perAside);

  // The pixels at (dx, dy) and (−dx, −dy) have the same weights in opposite sectors, so loop over half of the ellipse.
  for (let dy = -reachY; dy <= 0; dy += step) {
    const half = sqrt(max<f32>(0, widthTerm - area * area * <f32>(dy * dy))) / widthTerm;
    const middle = (-tilt * <f32>dy) / widthTerm;
    const last = dy === 0 ? 0 : min(reachX, stepsIn(middle + half, step));
    const rowPlace = f32x4.mul(f32x4.splat(<f32>dy), perRow);

    for (let dx = max(-reachX, -stepsIn(half - middle, step)); dx <= last; dx += step) {
      const place = f32x4.add(rowPlace, f32x4.mul(f32x4.splat(<f32>dx), perColumn));
      const square2 = f32x4.mul(place, place);
      const distance2 = f32x4.extract_lane(square2, 0) + f32x4.extract_lane(square2, 1);
      if (distance2 > 1) continue;

      let sectorsA = sectorWeights(place);
      let sectorsB = sectorWeights(turnedByHalf(place));
      const weight = v128.load32_splat(falloff + <usize>(<i32>(distance2 * 255)) * FLOAT);
      const scale = f32x4.div(weight, sumInLanes(f32x4.add(sectorsA, sectorsB)));
      sectorsA = f32x4.mul(sectorsA, scale);
      sectorsB = f32x4.mul(sectorsB, scale);
      const sides = dx === 0 && dy === 0 ? 1 : 2;

      for (let side = 0; side < sides; side++) {
        const row = side === 0 ? y + dy : y - dy;
        const column = side === 0 ? x + dx : x - dx;

        if (row >= 0 && row < height && column >= 0 && column < width) {
          const pixel = source + <usize>(row * width + column) * PIXEL;
          const red = v128.load32_splat(pixel);
          const green = v128.load32_splat(pixel + 4);
          const blue = v128.load32_splat(pixel + 8);
          const square = squares(red, green, blue);

          redA = f32x4.add(redA, f32x4.mul(red, sectorsA));
          greenA = f32x4.add(greenA, f32x4.mul(green, sectorsA));
          blueA = f32x4.add(blueA, f32x4.mul(blue, sectorsA));
          squareA = f32x4.add(squareA, f32x4.mul(square, sectorsA));
          weightA = f32x4.add(weightA, sectorsA);
          redB = f32x4.add(redB, f32x4.mul(red, sectorsB));
          greenB = f32x4.add(greenB, f32x4.mul(green, sectorsB));
          blueB = f32x4.add(blueB, f32x4.mul(blue, sectorsB));
          squareB = f32x4.add(squareB, f32x4.mul(square, sectorsB));
          weightB = f32x4.add(weightB, sectorsB);
        }
        sectorsA = opposite(sectorsA);
        sectorsB = opposite(sectorsB);
      }
    }
  }

  const scaleA = inverse(weightA);
  const scaleB = inverse(weightB);
  redA = f32x4.mul(redA, scaleA);
  greenA = f32x4.mul(greenA, scaleA);
  blueA = f32x4.mul(blueA, scaleA);
  redB = f32x4.mul(redB, scaleB);
  greenB = f32x4.mul(greenB, scaleB);
  blueB = f32x4.mul(blueB, scaleB);
  const varianceA = f32x4.sub(f32x4.mul(squareA, scaleA), squares(redA, greenA, blueA));
  const varianceB = f32x4.sub(f32x4.mul(squareB, scaleB), squares(redB, greenB, blueB));
  const calmA = calmness(varianceA, weightA);
  const calmB = calmness(varianceB, weightB);
  const sum = sumOfLanes(f32x4.add(calmA, calmB));

  store<f32>(out, sumOfLanes(f32x4.add(f32x4.mul(redA, calmA), f32x4.mul(redB, calmB))) / sum);
  store<f32>(out + 4, sumOfLanes(f32x4.add(f32x4.mul(greenA, calmA), f32x4.mul(greenB, calmB))) / sum);
  store<f32>(out + 8, sumOfLanes(f32x4.add(f32x4.mul(blueA, calmA), f32x4.mul(blueB, calmB))) / sum);
}

/** Half the ellipse's size in pixels, rounded up to a multiple of the step, so that the centre pixel is read. */
function stepsIn(reach: f32, step: i32): i32 {
  return <i32>ceil(reach / <f32>step) * step;
}

/** The weight of each sector: 1 / (1 + (variance / 50)⁴), or 0 for a sector without pixels. */
function calmness(variance: v128, weight: v128): v128 {
  const one = f32x4.splat(1);
  let steep = f32x4.mul(f32x4.splat(0.02), variance);
  steep = f32x4.mul(steep, steep);
  steep = f32x4.mul(steep, steep);

  return v128.and(f32x4.div(one, f32x4.add(one, steep)), f32x4.gt(weight, f32x4.splat(LEAST_WEIGHT)));
}

const LEAST_WEIGHT: f32 = 1e-6;

function inverse(weight: v128): v128 {
  return f32x4.div(f32x4.splat(1), f32x4.max(f32x4.splat(LEAST_WEIGHT), weight));
}

function squares(red: v128, green: v128, blue: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(red, red), f32x4.mul(green, green)), f32x4.mul(blue, blue));
}
