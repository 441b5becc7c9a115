import sharp from 'sharp';
import type { Canvas, Size } from '../filters/canvas.ts';
import { clamp } from '../filters/math.ts';
import type { Slot } from '../scenes/scene.ts';
import type { Point } from '../vision/pixels.ts';
import type { CutOut } from './cut-out.ts';
import type { Shot } from './shots.ts';

export interface Place {
  /** The midpoint between the eyes, and the distance between their outer corners, in pixels of the picture. */
  eyes: Point;
  eyeDistance: number;
  /** Picture pixels per pixel of the cut-out. */
  scale: number;
  /** Clockwise rotation of the cut-out, in radians. */
  angle: number;
  /** Maps a point of the cut-out to the picture. */
  toPicture(point: Point): Point;
}

/**
 * A person may be enlarged by up to this factor, compared with the shot, to keep the photo's borders out of the
 * picture.
 */
const MOST_ENLARGEMENT = 1.35;

/** Space for hair above the eyes, in eye distances. */
const HEADROOM = 1.75;

/**
 * A person is enlarged to hide a photo border until the eye distance reaches this fraction of the picture's width.
 * `LARGEST_CUT_HEAD` applies if the border crops the head.
 */
const LARGEST = 0.45;
const LARGEST_CUT_HEAD = 0.66;

/** Distance from the top of the picture to the eyes of a cropped head, as a fraction of the height. */
const CUT_HEAD_EYES = 0.27;
/** Maximum distance from the top of the picture to the eyes, unless the shot itself places them lower. */
const LOWEST_EYES = 0.5;
/** Minimum distance from a side of the picture to the eyes, as a fraction of the width. */
const LEAST_ASIDE = 0.3;

/** Maximum tilt (radians) that a cropped head keeps. Rotating such a head upright would show the photo's border. */
const CUT_HEAD_TILT = 0.4;

/** Half the width of a cropped head at its upper edge, in eye distances. Rotating the photo lowers the border there. */
const HALF_HEAD = 1.1;

/** Half the width of a face, in eye distances. A face is kept within the picture if it fits. */
const HALF_FACE = 0.85;

/** A body extends this many pixels below the picture. */
const OVERLAP = 4;

/** This many pixels at a photo's border are blurred. */
const BORDER = 3;

/** If the photo crops a head lower than this above the eyes (eye distances), it is placed as if cropped here. */
const FOREHEAD = 0.5;

/** A person is moved sideways by only this fraction of the slot's offset from the middle. */
const SLOT_SHARE = 0.6;

export interface Placed {
  cutOut: CutOut;
  slot: Slot;
  shot: Shot;
}

/**
 * Computes the position of a person. Follows the shot, with these corrections: the body reaches the bottom, no side
 * border of the photo is visible, and the head is not in a corner. If the photo crops the head, the head is moved up
 * and enlarged until the picture's border crops it too, because a cropped head in the middle of a scene would look
 * sawn off.
 */
export function placeOf(canvas: Canvas, { cutOut, slot, shot }: Placed): Place {
  const planned = (slot.eyes * canvas.unit * shot.eyes) / cutOut.eyeDistance;
  const wanted = {
    x: (shot.x + (slot.x / 768 - 0.5) * SLOT_SHARE) * canvas.width,
    y: shot.y * canvas.height,
  };
  const kept = cutOut.reachUp === Infinity ? 0 : CUT_HEAD_TILT;
  const angle = shot.roll - cutOut.tilt + clamp(cutOut.tilt, -kept, kept);
  const slant = Math.abs(Math.sin(angle)) * HALF_HEAD * cutOut.eyeDistance + BORDER;
  const reachUp = Math.max(cutOut.reachUp - slant, cutOut.eyeDistance * FOREHEAD);
  const sides = sidesOf(cutOut, angle, (canvas.height - wanted.y) / planned);
  const needed = Math.max(
    planned,
    (canvas.height - wanted.y) / cutOut.reachDown,
    wanted.x / sides.left,
    (canvas.width - wanted.x) / sides.right,
  );
  const neededByHead = Math.max(
    (canvas.height * CUT_HEAD_EYES) / reachUp,
    (canvas.height + OVERLAP) / (reachUp + cutOut.reachDown),
  );
  const neededByBody = Math.max(
    canvas.width / (sides.left + sides.right),
    (canvas.width * LEAST_ASIDE) / Math.min(sides.left, sides.right),
    (canvas.height * (1 - Math.max(LOWEST_EYES, shot.y))) / cutOut.reachDown,
  );
  const scale = Math.max(
    Math.min(needed, planned * MOST_ENLARGEMENT),
    Math.min(neededByHead, (canvas.width * LARGEST_CUT_HEAD) / cutOut.eyeDistance),
    Math.min(neededByBody, (canvas.width * LARGEST) / cutOut.eyeDistance),
  );
  const eyeDistance = scale * cutOut.eyeDistance;
  const withHair = Math.max(wanted.y, eyeDistance * HEADROOM);
  const halfFace = Math.min(eyeDistance * HALF_FACE, canvas.width / 2);
  const x = clamp(wanted.x, halfFace, canvas.width - halfFace);
  const eyes = {
    x: fitSides(sides, x, scale, canvas.width),
    y: Math.max(Math.min(withHair, reachUp * scale), canvas.height - cutOut.reachDown * scale + OVERLAP),
  };

  const cos = Math.cos(angle) * scale;
  const sin = Math.sin(angle) * scale;
  const toPicture = (point: Point): Point => {
    const right = point.x - cutOut.eyes.x;
    const down = point.y - cutOut.eyes.y;
    return { x: eyes.x + right * cos - down * sin, y: eyes.y + right * sin + down * cos };
  };

  return { eyes, eyeDistance, scale, angle, toPicture };
}

/** Distances in pixels of the cut-out, from the eyes to each side, within which the photo certainly shows the body. */
interface Sides {
  left: number;
  right: number;
}

/**
 * Distances to the photo's left and right borders after a rotation by `angle`. `down`: how far the cut-out extends below
 * the eyes, in pixels.
 */
function sidesOf(
  { reachLeft, reachRight, reachDown, eyeDistance }: CutOut,
  angle: number,
  down: number,
): Sides {
  const shift = Math.sin(angle) * Math.min(down, reachDown);
  const sideOf = (reach: number, moved: number) =>
    Math.max(eyeDistance, (reach - Math.max(0, moved)) / Math.cos(angle) - BORDER);
  return { left: sideOf(reachLeft, -shift), right: sideOf(reachRight, shift) };
}

/** Moves the person sideways if exactly one side border of the photo would be visible. */
function fitSides({ left, right }: Sides, x: number, scale: number, width: number): number {
  const missingLeft = x - left * scale;
  const missingRight = width - x - right * scale;

  if (missingLeft > 0 && missingRight <= 0) return x - missingLeft;
  if (missingRight > 0 && missingLeft <= 0) return x + missingRight;
  return x;
}

/** Draws the person at a position. Returns four bytes per pixel of the canvas. */
export async function placePerson(canvas: Canvas, cutOut: CutOut, place: Place): Promise<Uint8Array> {
  const width = Math.round(cutOut.width * place.scale);
  const height = Math.round(cutOut.height * place.scale);
  const data = await sharp(cutOut.rgba, {
    raw: { width: cutOut.width, height: cutOut.height, channels: 4 },
  })
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer();
  const eyes = { x: cutOut.eyes.x * place.scale, y: cutOut.eyes.y * place.scale };
  // A rotated photo leaves a wedge below, which is filled by repeating the last row.
  return turnInto(canvas, place, { data, width, height, channels: 4, eyes, scale: 1, lowest: height - 3 });
}

interface Turning extends Size {
  data: Uint8Array;
  channels: number;
  eyes: Point;
  /** Data pixels per pixel of the canvas. */
  scale: number;
  /** Rows below repeat this row. */
  lowest: number;
}

/** Rotates and moves pixels to their place on the canvas, with bilinear interpolation. */
export function turnInto(
  canvas: Canvas,
  place: Place,
  { data, width, height, ...turning }: Turning,
): Uint8Array {
  const { channels, eyes, scale, lowest } = turning;
  const placed = new Uint8Array(canvas.pixels * channels);
  const [cos, sin] = [Math.cos(place.angle) * scale, Math.sin(place.angle) * scale];
  const isClear = (at: number) => channels === 4 && (data[at + 3]! | data[at + 7]!) === 0;

  for (let y = 0; y < canvas.height; y++) {
    const down = y - place.eyes.y;

    for (let x = 0; x < canvas.width; x++) {
      const right = x - place.eyes.x;
      const fromX = eyes.x + right * cos + down * sin;
      const fromY = Math.min(lowest, eyes.y - right * sin + down * cos);
      const column = Math.floor(fromX);
      const row = Math.floor(fromY);
      if (column < 0 || row < 0 || column >= width - 1 || row >= height - 1) continue;

      const above = (row * width + column) * channels;
      const below = above + width * channels;
      if (isClear(above) && isClear(below)) continue;

      const partX = fromX - column;
      const partY = fromY - row;
      const to = (y * canvas.width + x) * channels;
      for (let channel = 0; channel < channels; channel++) {
        const upper = data[above + channel]! * (1 - partX) + data[above + channels + channel]! * partX;
        const lower = data[below + channel]! * (1 - partX) + data[below + channels + channel]! * partX;
        placed[to + channel] = upper + (lower - upper) * partY;
      }
    }
  }

  return placed;
}
