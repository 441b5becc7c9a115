import type { Pixels, Point } from '../vision/pixels.ts';
import type { Plane } from './box-blur.ts';
import { matteOf } from './matte.ts';
import { type Around, turnUpright } from './turn-upright.ts';

/** What is kept around the eyes of an upright head, in eye distances: all that the widest shot shows. */
const AROUND: Around = { left: 4.2, right: 4.2, above: 2.9, below: 7 };

/** From this tilt on, in radians, the person is looked for with the head upright: the network knows few others. */
const TILTED = 0.09;

/** How far to both sides the body of a tilted head goes on down to the border of the photo, in eye distances. */
const HALF_BODY = 2;

/** A head in a picture: its tilt in radians, the rest in pixels. */
interface Head {
  eyes: Point;
  eyeDistance: number;
  tilt: number;
}

/** What to keep of a photo around the eyes, in eye distances, so that nothing is missing once the head is upright. */
export function aroundHead(tilt: number): Around {
  if (!isTilted(tilt)) return AROUND;
  const xs = [-AROUND.left, AROUND.right];
  const ys = [-AROUND.above, AROUND.below];
  return boxAround(
    xs.flatMap(x => ys.map(y => ({ x, y }))),
    tilt,
  );
}

/**
 * The opacity (0 to 1) of a person in a picture, as it is found with the head upright; how much of the picture's height it
 * takes; and the pixels from the eyes down to where the photo ends, once the head is upright.
 */
export async function uprightMatteOf(
  pixels: Pixels,
  { eyes, eyeDistance, tilt }: Head,
): Promise<{ opacity: Plane; height: number; reachDown: number }> {
  // An arm that is missing looks cut off: where that may be, the photo is taken to end.
  if (!isTilted(tilt)) {
    const { opacity, end } = await matteOf(pixels, eyes, eyeDistance);
    return { opacity, height: end, reachDown: end - eyes.y };
  }

  const { width, height } = pixels;
  const corners = [0, width].flatMap(x => [0, height].map(y => ({ x: x - eyes.x, y: y - eyes.y })));
  const photo = boxAround(corners, -tilt);
  const least = (side: keyof Around) => Math.min(photo[side], AROUND[side] * eyeDistance);
  const upright = turnUpright(pixels, eyes, tilt, {
    left: least('left'),
    right: least('right'),
    above: least('above'),
    below: least('below'),
  });
  const { opacity, end } = await matteOf(upright.pixels, upright.middle, eyeDistance);
  const slant = Math.abs(Math.sin(tilt)) * HALF_BODY * eyeDistance;
  const toBorder = (height - eyes.y - slant) / Math.cos(tilt);
  return {
    opacity: upright.back(opacity),
    height,
    reachDown: Math.max(eyeDistance, Math.min(toBorder, end - upright.middle.y)),
  };
}

function isTilted(tilt: number): boolean {
  return Math.abs(tilt) > TILTED;
}

/** The upright box around points that are turned about the origin by so many radians, clockwise. */
function boxAround(points: Point[], angle: number): Around {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const xs = points.map(({ x, y }) => x * cos - y * sin);
  const ys = points.map(({ x, y }) => x * sin + y * cos);
  return { left: -Math.min(...xs), right: Math.max(...xs), above: -Math.min(...ys), below: Math.max(...ys) };
}
