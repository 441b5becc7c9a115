import type { Pixels, Point } from '../vision/pixels.ts';
import type { Plane } from './box-blur.ts';
import { matteOf } from './matte.ts';
import { type Around, turnUpright } from './turn-upright.ts';

/** Area kept around the eyes of an upright head, in eye distances. It covers the widest shot. */
const AROUND: Around = { left: 4.2, right: 4.2, above: 2.9, below: 7 };

/**
 * A head tilted by more than this (radians) is rotated upright first, because the network was trained with few tilted
 * heads.
 */
const TILTED = 0.09;

/** Half the width of a tilted body at the photo's lower border, in eye distances. */
const HALF_BODY = 2;

/** `tilt` is in radians, all other fields in pixels. */
interface Head {
  eyes: Point;
  eyeDistance: number;
  tilt: number;
}

/** Area of the photo around the eyes (eye distances) that is needed to show the head upright. */
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
 * Computes the person's opacity (0 to 1) on a copy with an upright head. It is valid down to the row `height`.
 * `reachDown`: distance in pixels from the eyes down to the end of the visible body.
 */
export async function uprightMatteOf(
  pixels: Pixels,
  { eyes, eyeDistance, tilt }: Head,
): Promise<{ opacity: Plane; height: number; reachDown: number }> {
  // A missing arm looks cropped, so treat the row from which arms may be missing as the photo's end.
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

/** The axis-aligned bounding box of points that are rotated clockwise about the origin by `angle` radians. */
function boxAround(points: Point[], angle: number): Around {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const xs = points.map(({ x, y }) => x * cos - y * sin);
  const ys = points.map(({ x, y }) => x * sin + y * cos);
  return { left: -Math.min(...xs), right: Math.max(...xs), above: -Math.min(...ys), below: Math.max(...ys) };
}
